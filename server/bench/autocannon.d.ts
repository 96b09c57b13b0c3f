/** The part of autocannon that makes the load. */
declare module 'autocannon' {
  interface AutocannonRequest {
    path?: string;
    headers?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  }

  interface AutocannonOptions {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly requests: readonly {
      readonly setupRequest: (request: AutocannonRequest) => AutocannonRequest;
    }[];
  }

  interface AutocannonResult {
    readonly statusCodeStats: { readonly [status: number]: { readonly count: number } };
    readonly requests: { readonly total: number };
    readonly errors: number;
    readonly timeouts: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }

  export default function autocannon(options: AutocannonOptions): Promise<AutocannonResult>;
}
