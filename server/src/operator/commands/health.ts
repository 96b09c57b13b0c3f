import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/config.js';
import { urlOf } from '../../lib/address-of.js';
import { CommandError, type Report } from '../command-error.js';
import { defineCommand, reporting } from '../define.js';
import type { World } from '../world.js';

/** The longest wait for the server's answer, in milliseconds. */
const ANSWER_WITHIN_MS = 5_000;

/** `portico health`: for process managers that run a program to check a server. */
export function healthCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'health',
    description: 'ask the server of this machine whether it is ready to answer',
    examples: ['portico health', 'portico health --json'],
  }).action(reporting(world, () => health(loadConfig(world.environment, world.cwd))));
}

async function health(config: Config): Promise<Report> {
  const { host, port, trustedProxies } = config;
  if (port === 0)
    throw new CommandError('PORTICO_PORT is 0: nobody knows which port the server took.');
  const url = `${urlOf(trustedProxies.length > 0 ? 'http' : 'https', host, port)}/health/ready`;
  const { status, reason } = await answerOf(url);
  if (status !== 200) throw new CommandError(`${url} answers ${status}: ${reason ?? 'no reason'}`);
  return { json: { ready: true, url }, text: `${url} is ready` };
}

function answerOf(url: string): Promise<{ status: number; reason: string | undefined }> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      const { code } = error as NodeJS.ErrnoException;
      reject(new CommandError(`${url} does not answer (${code ?? error.message}).`));
    };
    const take = (answer: IncomingMessage): void => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.on('error', failed);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, reason: reasonIn(body) }));
    };
    // The call sends nothing secret, and the certificate usually comes from no public authority.
    const call = url.startsWith('https:')
      ? request(url, { rejectUnauthorized: false, agent: false }, take)
      : plainRequest(url, { agent: false }, take);
    call.setTimeout(ANSWER_WITHIN_MS, () => call.destroy(new Error('too late')));
    call.on('error', failed).end();
  });
}

/** The server's reason for a bad state. Another program's answer may be anything. */
function reasonIn(body: string): string | undefined {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === 'string' ? reason : undefined;
  } catch {
    return undefined;
  }
}
