import { describe, expect, it } from 'vitest';
import { checkLinkPattern } from '../../../src/resources/people/agent-links.js';

describe('a link pattern', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['/agents/{id}', '/agents/{id}'],
    [
      ' https://acme.example.test/{firstname}-{lastname}?e={email}&r={rls_agent_id}#top ',
      undefined,
    ],
    ['http://acme.example.test:8080/{id}', undefined],
    ['HTTPS://acme.example.test/people', undefined],
  ])('is taken: %j', (given, kept) => {
    expect(checkLinkPattern(given)).toBe(kept ?? given.trim());
  });

  it.each([
    ['https://acme.example.test/{name}', 'holds {name}; accepted are {id}, {firstname}'],
    ['https://acme.example.test/{ID}', 'holds {ID}; accepted are {id}'],
    ['https://acme.example.test/{constructor}', 'holds {constructor}; accepted are'],
    ['https://acme.example.test/{}', 'holds {}; accepted are'],
    ['https://acme.example.test/{id', 'has a brace without its other half'],
    ['https://acme.example.test/id}', 'has a brace without its other half'],
    ['https://acme.example.test/{{id}}', 'has a brace without its other half'],
    ['https://acme.example.test/an agent/{id}', 'holds a blank'],
    ['javascript:alert({id})', 'accepted is an http(s) URL'],
    ['data:text/html,{id}', 'accepted is an http(s) URL'],
    ['//elsewhere.example.test/{id}', 'accepted is an http(s) URL'],
    ['/\\elsewhere.example.test/{id}', 'accepted is an http(s) URL'],
    ['agents/{id}', 'accepted is an http(s) URL'],
    ['https:///{id}', 'is not an address'],
    ['https://{firstname}.example.test/', 'behind the host name only'],
    ['https://acme:{id}@example.test/', 'behind the host name only'],
    [`https://acme.example.test/${'a'.repeat(500)}`, 'is longer than 500 characters'],
  ])('is refused: %j', (given, problem) => {
    expect(() => checkLinkPattern(given)).toThrow(problem);
  });
});
