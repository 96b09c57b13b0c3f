import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call, wordsOf } from './api';

/** What the server answers at an address below `/api`. */
export function useAnswer<Body>(from: string) {
  return useQuery({
    queryKey: [from],
    queryFn: async () => (await call<Body>('GET', from)).body,
  });
}

/** Changes something, and reads again what is at an address. Where that fails, people read why. */
export function useChange(from: string): (change: () => Promise<unknown>) => Promise<void> {
  const notify = useNotify();
  const queries = useQueryClient();
  return async (change) => {
    try {
      await change();
      await queries.invalidateQueries({ queryKey: [from] });
    } catch (problem) {
      notify(wordsOf(problem), { type: 'error', multiLine: true });
    }
  };
}
