import { siteUrl } from '@/lib/settings';

/** Data for search engines in a page, which no browser runs, so that the policy of scripts does not mind it. */
export function JsonLd({ data }: { readonly data: unknown }) {
  // A text may say `</script>`, which must not end this one.
  const __html = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is JSON, without a `<`.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}

/** Where a page stands, as steps from the front page: name and path of each. */
export function breadcrumbs(steps: readonly (readonly [name: string, path: string])[]): object {
  return {
    ...{ '@context': 'https://schema.org', '@type': 'BreadcrumbList' },
    itemListElement: steps.map(([name, path], index) => ({
      ...{ '@type': 'ListItem', position: index + 1, name, item: new URL(path, siteUrl()).href },
    })),
  };
}
