import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AttemptLimit } from '../limits/attempt-limit.js';
import type { Services } from '../services.js';
import { type Actor, BY_CONSOLE } from '../store/audit/audit.js';
import type { Directory } from '../store/directory/directory.js';
import type { Tenant } from '../store/tenant-databases.js';
import { problems } from './problems.js';
import type { Action } from './roles.js';
import type { Caller, Sessions } from './sessions.js';

/** Runs a command for an account, as the command line does. @param input What it reads on standard input. */
export type RunCommand = (
  args: readonly string[],
  account: string,
  input?: string,
) => Promise<{ readonly code: number | null; readonly json: Readonly<Record<string, unknown>> }>;

/** What the routes of the console work with. */
export interface ConsoleParts {
  readonly services: Services;
  readonly sessions: Sessions;
  /** Failed attempts, by where they come from. */
  readonly attempts: AttemptLimit;
  /** Codes of second factors that were tried, by account: who tries them has its password. */
  readonly codes: AttemptLimit;
  readonly run: RunCommand;
  /** How long an import is waited for. One that takes longer goes on. */
  readonly waitMs: number;
  /** The origin that browsers open the console by. */
  readonly origin: string;
}

/** A call of somebody who need not be signed in. */
export interface OpenCall {
  readonly parts: ConsoleParts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A call of somebody who may do what the action of the route says. */
export interface SignedInCall extends OpenCall {
  readonly caller: Caller;
}

/** A call about one brokerage, whose role in it allows the action. */
export interface BrokerageCall extends SignedInCall {
  readonly tenant: Tenant;
}

/** A route of the console. */
export interface ConsoleRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As Fastify has it; one with `:client` is about a brokerage. */
  readonly path: string;
  readonly action: Action;
  /** The most bytes of its body, where it takes more than texts. */
  readonly bodyLimit?: number;
  readonly handle: (call: BrokerageCall) => Promise<unknown>;
}

type Where = readonly [method: ConsoleRoute['method'], path: string];

/** Strangers send an address, a password and a code. */
const OPEN_BODY = 16 * 1024;

/** A route for people who are not signed in. */
export function openRoute(
  [method, path]: Where,
  handle: (call: OpenCall) => Promise<unknown>,
): ConsoleRoute {
  return { method, path, action: 'open', bodyLimit: OPEN_BODY, handle };
}

/** A route for people who are signed in. */
export function signedInRoute(
  [method, path]: Where,
  action: Exclude<Action, 'open'>,
  handle: (call: SignedInCall) => Promise<unknown>,
): ConsoleRoute {
  return { method, path, action, handle };
}

/** A route about one brokerage. @param path What follows `/api/brokerages/{client}`. */
export function brokerageRoute(
  [method, path]: Where,
  action: Exclude<Action, 'open'>,
  handle: (call: BrokerageCall) => Promise<unknown>,
  bodyLimit?: number,
): ConsoleRoute {
  const url = `/api/brokerages/:client${path}`;
  return { method, path: url, action, handle, ...(bodyLimit && { bodyLimit }) };
}

/** A route for operators about one client. @param path What follows `/api/clients/{client}`. */
export function clientRoute(
  [method, path]: Where,
  action: Exclude<Action, 'open'>,
  handle: (call: BrokerageCall) => Promise<unknown>,
): ConsoleRoute {
  return { method, path: `/api/clients/:client${path}`, action, handle };
}

/** Who calls, for the audit. @param action What they do, in a word. */
export function actorOf({ parts, caller }: SignedInCall, action: string): Actor {
  const now = () => parts.services.clock.now();
  return { name: BY_CONSOLE + caller.account.email, action, now };
}

/** The directory for what the caller changes in it. */
export function directoryBy(call: SignedInCall, action: string): Directory {
  return call.parts.services.directory.by(actorOf(call, action));
}

/**
 * Runs a command for the caller. Fields of a body are called as the options that take them.
 *
 * @param argument The field that is the argument of the command.
 * @returns What it prints with `--json`.
 * @throws ConsoleProblem in its words, of a wrong call.
 */
export async function commandOf(
  { parts, caller }: SignedInCall,
  args: readonly string[],
  { argument, input }: { readonly argument?: string; readonly input?: string } = {},
) {
  const { code, json } = await parts.run(args, caller.account.email, input);
  const { error } = json as {
    readonly error?: Readonly<Record<'message' | 'code', string>> & {
      readonly option?: string;
      readonly problems?: readonly string[];
    };
  };
  if (error === undefined) return json;
  const { message, option } = error;
  const field = option?.replace(/^--/, '') ?? argument;
  // A file that was sent has problems, as has the configuration.
  const isInput = code === 2 || (error.code === 'failed' && error.problems !== undefined);
  if (isInput && field !== undefined) {
    throw problems.rejected({ [field]: message.replace(`${option}: `, '') });
  }
  if (code === 2) throw problems.badRequest(message);
  const words = `The command ${args.slice(0, 2).join(' ')} failed: ${message}`;
  // They may name places of the server, or another brokerage, so for people of a brokerage they are only in the log.
  if (caller.roles.installation === undefined) throw new Error(words);
  parts.services.log.warn(words);
  throw problems.badRequest(message);
}

/** An option with its value in one word, so that no value is taken for an option. */
export function optionOf([name, text]: readonly [string, string]): string {
  return `--${name}=${text}`;
}

/** @throws ConsoleProblem unless the caller has given the password lately. */
export function checkProof({ parts, caller }: SignedInCall): void {
  if (!parts.sessions.isProved(caller)) throw problems.proofNeeded();
}

/** A positive whole number of a path. */
export function numberIn(params: OpenCall['params'], name: string): number | undefined {
  const text = params[name] ?? '';
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
