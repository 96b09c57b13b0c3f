import type { SvgIconComponent } from '@mui/icons-material';
import BuildingIcon from '@mui/icons-material/ApartmentOutlined';
import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import MemberIcon from '@mui/icons-material/FavoriteBorder';
import QuoteIcon from '@mui/icons-material/FormatQuoteOutlined';
import DealIcon from '@mui/icons-material/HandshakeOutlined';
import ListingIcon from '@mui/icons-material/HomeOutlined';
import OtherIcon from '@mui/icons-material/LabelOutlined';
import LinkIcon from '@mui/icons-material/Link';
import LeadIcon from '@mui/icons-material/MarkEmailUnreadOutlined';
import PersonIcon from '@mui/icons-material/PeopleOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import SearchIcon from '@mui/icons-material/SavedSearchOutlined';
import VideoIcon from '@mui/icons-material/VideocamOutlined';
import type { Kind } from '../records/kinds';

/** Where kinds stand in the menu. One that is not named here stands at the end, under More. */
const GROUPS: readonly (readonly [title: string, kinds: readonly string[]])[] = [
  ['', ['listings', 'leads', 'clients']],
  ['People', ['agents', 'teams', 'offices']],
  ['Places', ['buildings', 'building-photos', 'neighborhoods']],
  [
    'Website',
    [
      'blogs',
      'blog-labels',
      'labels',
      'press',
      'testimonials',
      'videos',
      'docs',
      'links',
      'link-categories',
    ],
  ],
  ['Members', ['saved-searches', 'trails', 'deals']],
];

export const ICONS: Readonly<Record<string, SvgIconComponent>> = {
  listings: ListingIcon,
  leads: LeadIcon,
  clients: PersonIcon,
  agents: PersonIcon,
  teams: PersonIcon,
  offices: BuildingIcon,
  buildings: BuildingIcon,
  neighborhoods: PlaceIcon,
  blogs: ArticleIcon,
  press: ArticleIcon,
  testimonials: QuoteIcon,
  videos: VideoIcon,
  docs: DocumentIcon,
  links: LinkIcon,
  'saved-searches': SearchIcon,
  trails: MemberIcon,
  deals: DealIcon,
  other: OtherIcon,
};

/** The groups of the menu that have kinds. */
export function groupsOf(kinds: readonly Kind[]): readonly (readonly [string, readonly Kind[]])[] {
  const grouped = new Set(GROUPS.flatMap(([, names]) => names));
  const groups = GROUPS.map(([title, names]) => {
    const found = names.map((name) => kinds.find((kind) => kind.name === name));
    return [title, found.filter((kind) => kind !== undefined)] as const;
  });
  const rest = kinds.filter(({ name }) => !grouped.has(name));
  return [...groups, ['More', rest] as const].filter(([, group]) => group.length > 0);
}
