import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Pages of one person are nothing for search engines. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function AccountLayout({ children }: { readonly children: ReactNode }) {
  return children;
}
