import { describe, expect, it } from 'vitest';
import { AnswerCache } from '../../src/http/tagged-reads.js';

describe('cached answers', () => {
  const body = (bytes: number) => Buffer.alloc(bytes, 'x');

  it('are found by their tag, and by no other', () => {
    const answers = new AnswerCache();
    answers.keep('"a"', Buffer.from('1'));
    expect(String(answers.get('"a"'))).toBe('1');
    expect(answers.get('"b"')).toBeUndefined();
  });

  it('stay within their bytes, and drop what was not asked for longest', () => {
    const answers = new AnswerCache(64_000);
    for (let number = 0; number < 1000; number++) {
      answers.keep(`"${number}"`, body(1000));
      // Asked for all the time.
      if (number > 0) expect(answers.get('"0"')).toBeDefined();
      expect(answers.bytes).toBeLessThanOrEqual(64_000);
    }
    expect(answers.get('"999"')).toBeDefined();
    expect(answers.get('"1"')).toBeUndefined();
    expect(answers.bytes).toBeGreaterThan(60_000);
  });

  it('count an answer once that is kept again', () => {
    const answers = new AnswerCache(64_000);
    for (let time = 0; time < 10; time++) answers.keep('"a"', body(1000));
    expect(answers.bytes).toBeLessThan(2000);
  });

  it('hold none that would push out many', () => {
    const answers = new AnswerCache(64_000);
    answers.keep('"large"', body(3000));
    expect(answers.get('"large"')).toBeUndefined();
    expect(answers.bytes).toBe(0);
  });

  it('are those of questions that come again, as far as these are remembered', () => {
    const answers = new AnswerCache(64_000, 2);
    expect(['a', 'a', 'b', 'a'].map((name) => answers.noteQuestion(name))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    // The one that came longest ago is forgotten.
    expect(answers.noteQuestion('c')).toBe(false);
    expect(answers.noteQuestion('a')).toBe(true);
    expect(answers.noteQuestion('b')).toBe(false);
  });
});
