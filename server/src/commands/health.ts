import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.js';
import { urlOf } from '../lib/ip-address.js';
import { defineCommand, reporting, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';

/** `portico health`: for process managers that run a program to check a server. */
export function healthCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'health',
    description: 'ask the server of this machine whether it is ready to answer',
    examples: ['portico health', 'portico health --json'],
  }).action(reporting(world, health));
}

async function health(world: World): Promise<Report> {
  const url = readinessUrl(loadConfig(world.environment, world.cwd));
  if (url === undefined)
    throw new CommandError('PORTICO_PORT is 0: nobody knows which port the server took.');
  const { status, reason } = await askReadiness(url);
  if (status !== 200) throw new CommandError(`${url} answers ${status}: ${reason ?? 'no reason'}`);
  return { json: { ready: true, url }, text: `${url} is ready` };
}

/** The longest wait for the server's answer, in milliseconds. */
const ANSWER_WITHIN_MS = 5_000;

/** What a server says about itself. */
export interface Readiness {
  /** 200 when it is ready. */
  readonly status: number;
  /** Why it is not. */
  readonly reason: string | undefined;
  /** With a Redis, whether calls are counted there (`shared`) or not at present (`per process`). */
  readonly limits: string | undefined;
}

/** Where to ask the server of these settings; undefined where only the server knows its port. */
export function readinessUrl({ host, port, trustedProxies }: Config): string | undefined {
  if (port === 0) return undefined;
  return `${urlOf(trustedProxies.length > 0 ? 'http' : 'https', host, port)}/health/ready`;
}

/** Asks a server of this machine whether it is ready. @throws CommandError when it does not answer. */
export function askReadiness(url: string): Promise<Readiness> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      const { code } = error as NodeJS.ErrnoException;
      reject(new CommandError(`${url} does not answer (${code ?? error.message}).`));
    };
    const take = (answer: IncomingMessage): void => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, ...wordsIn(body) }),
        failed,
      );
    };
    // The call sends nothing secret, and the certificate usually comes from no public authority.
    const call = url.startsWith('https:')
      ? request(url, { rejectUnauthorized: false, agent: false }, take)
      : plainRequest(url, { agent: false }, take);
    call.setTimeout(ANSWER_WITHIN_MS, () => call.destroy(new Error('too late')));
    call.on('error', failed).end();
  });
}

/** The server's words. Another program's answer may be anything. */
function wordsIn(body: string): Omit<Readiness, 'status'> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  try {
    const { reason, limits } = JSON.parse(body) as { reason?: unknown; limits?: unknown };
    return { reason: textOf(reason), limits: textOf(limits) };
  } catch {
    return { reason: undefined, limits: undefined };
  }
}
