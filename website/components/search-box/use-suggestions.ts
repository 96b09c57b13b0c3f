'use client';

import { useEffect, useState } from 'react';
import { COMPLETED, type Suggestion } from '@/lib/suggestions';

/** A pause in typing this long, in milliseconds, and the names are fetched. */
const PAUSE = 150;

/** The names that a text may mean; none where it is too short, and none where they cannot be had. */
export function useSuggestions(text: string): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    const q = text.trim();
    if (q.length < COMPLETED.least || q.length > COMPLETED.most) {
      setSuggestions([]);
      return;
    }
    // What has been typed since makes the answer to less of it worthless.
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/suggest?${new URLSearchParams({ q })}`, { signal: stop.signal })
        .then((answer) => answer.json())
        .then(setSuggestions)
        .catch(() => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return suggestions;
}
