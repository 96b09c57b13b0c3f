import { permanentRedirect } from 'next/navigation';

/** Teams stand on the page of the agents. */
export default function TeamsPage(): never {
  permanentRedirect('/agents#teams');
}
