// Before all components: what their modules say of a button or a field is to hold.
import '@/styles/index.css';

import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { Footer } from '@/components/footer';
import { Header } from '@/components/header';
import { siteUrl } from '@/lib/settings';
import { brokerage, inCity } from '@/lib/site';

// The files come from npm packages and are served from here: no visitor is sent to a font service.
const display = localFont({
  src: '../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  variable: '--font-display',
  weight: '200 800',
});
const text = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--font-text',
  weight: '400 700',
});

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const about = await brokerage();
  const { name } = about;
  return {
    metadataBase: siteUrl(),
    title: { default: `${name}: homes${inCity(about)}`, template: `%s | ${name}` },
    description: `Homes for sale and for rent${inCity(about)}, from ${name}.`,
    openGraph: { siteName: name, type: 'website', locale: 'en_US' },
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f6f3' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1513' },
  ],
};

export default async function Layout({ children }: { readonly children: ReactNode }) {
  // A nonce belongs to one answer, so no page is made at build time.
  await connection();
  const about = await brokerage();
  return (
    <html lang="en" className={`${display.variable} ${text.variable}`}>
      <body>
        <a className="skip quiet" href="#content">
          Skip to content
        </a>
        <Header brokerage={about} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer brokerage={about} />
      </body>
    </html>
  );
}
