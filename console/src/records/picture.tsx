import ImageIcon from '@mui/icons-material/ImageOutlined';
import { Box, Typography } from '@mui/material';
import { pictureOf, useBrokerage } from '../brokerage/brokerage-context';
import { isWeb, OutsideLink } from '../outside-link';

interface Props {
  readonly filename: string;
  readonly alt: string;
  /** Width by height, as CSS has it. */
  readonly ratio?: string;
}

/** A picture of this server. One of another host is only named: the console asks nobody else for anything. */
export function Picture({ filename, alt, ratio = '3 / 2' }: Props) {
  const { client } = useBrokerage();
  const url = pictureOf(client, filename);
  const sx = { aspectRatio: ratio, width: '100%', bgcolor: 'action.hover', display: 'block' };
  if (url !== undefined)
    return (
      <Box component="img" src={url} alt={alt} loading="lazy" sx={{ ...sx, objectFit: 'cover' }} />
    );
  return (
    <Box sx={{ ...sx, display: 'grid', placeContent: 'center', justifyItems: 'center', p: 1 }}>
      <ImageIcon color="disabled" />
      {filename === '' ? (
        <Typography variant="caption" color="textSecondary">
          No picture
        </Typography>
      ) : (
        <Elsewhere url={filename} />
      )}
    </Box>
  );
}

function Elsewhere({ url }: { readonly url: string }) {
  if (!isWeb(url) || !URL.canParse(url)) return <Typography variant="caption">{url}</Typography>;
  return (
    <OutsideLink href={url} variant="caption">
      At {new URL(url).host}
    </OutsideLink>
  );
}
