import { Link, type LinkProps } from '@mui/material';

/** Whether an address leads to a website. Only such a one is a link: a record may say `javascript:`. */
export const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** A link to another website, in a tab that learns nothing of the console. Check addresses of records with `isWeb`. */
export function OutsideLink(props: LinkProps & { readonly href: string }) {
  return <Link target="_blank" rel="noopener noreferrer" {...props} />;
}
