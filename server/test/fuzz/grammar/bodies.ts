import type { Random } from 'portico-demo';
import { type Endpoint, fileNames } from '../../../src/api/endpoint.js';
import { utf8 } from '../request.js';
import { formText, packed } from './encoding.js';
import { heavyJson, jsonObject } from './json.js';
import type { Pair } from './names.js';
import { picture } from './pictures.js';
import { amount, hostileText } from './values.js';

/** A body, and the headers that say what it is. */
export interface Body {
  readonly bytes: string;
  readonly headers: readonly Pair[];
  /** Whether a picture is in it. */
  readonly picture: boolean;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

// biome-ignore format: a table
const TYPES = [
  JSON_TYPE, FORM, 'multipart/form-data', 'text/plain', 'application/xml', 'application/json; charset=utf-16',
  'application/json;charset=x', 'APPLICATION/JSON', 'application/json; charset="utf-8"', 'application/json;',
  `${FORM}; charset=iso-8859-1`, 'multipart/form-data; boundary=', 'multipart/form-data; boundary="', '*/*', '',
  'application/json, text/plain', 'application/vnd.api+json', `application/${'x'.repeat(3000)}`, '\xff',
];

/** What bodies of ordinary writes and of uploads are bounded by, in bytes. */
const ORDINARY = 1024 * 1024;
const UPLOAD = 8 * 1024 * 1024;

/**
 * A body for an endpoint, or for none in particular.
 *
 * @param isKeyed Whether a good key is sent: large bodies get further then, and are sent more often.
 */
export function bodyFor(
  random: Random,
  endpoint: Endpoint | undefined,
  pairs: readonly Pair[],
  isKeyed: boolean,
): Body {
  const made = rawBody(random, endpoint, pairs, isKeyed);
  if (random.chance(0.06)) {
    const { coding, body } = packed(random, made.bytes);
    return { ...made, bytes: body, headers: [...made.headers, ['content-encoding', coding]] };
  }
  return made;
}

function rawBody(
  random: Random,
  endpoint: Endpoint | undefined,
  pairs: readonly Pair[],
  isKeyed: boolean,
): Body {
  const plain = (type: string, bytes: string): Body => ({
    bytes,
    headers: random.chance(0.95) ? [['content-type', type]] : [],
    picture: false,
  });
  const type = random.chance(0.93) ? undefined : random.pick(TYPES);
  const kind = random.weighted([
    ['json' as const, 40],
    ['form' as const, 30],
    ['multipart' as const, uploadsOf(endpoint).length === 0 ? 6 : 40],
    ['heavy' as const, isKeyed ? 15 : 6],
    ['damaged' as const, 8],
    ['bytes' as const, 3],
  ]);
  const upload = uploadsOf(endpoint).length > 0;
  switch (kind) {
    case 'json': {
      const [content, hasPicture] = withPicture(random, endpoint, pairs);
      return { ...plain(type ?? JSON_TYPE, jsonObject(random, content)), picture: hasPicture };
    }
    case 'form': {
      const [content, hasPicture] = withPicture(random, endpoint, pairs);
      return { ...plain(type ?? FORM, formText(random, content, ORDINARY)), picture: hasPicture };
    }
    case 'multipart':
      return multipart(random, endpoint, pairs);
    case 'heavy': {
      const most = upload && random.chance(0.3) ? UPLOAD : ORDINARY;
      const names = Object.keys(endpoint?.params ?? {});
      if (random.chance(0.3)) return plain(type ?? FORM, heavyForm(random, names, most));
      return plain(type ?? JSON_TYPE, heavyJson(random, [...names, 'apiKey'], most - 10));
    }
    case 'damaged': {
      const whole = jsonObject(random, pairs);
      const bytes = random.pick([
        whole.slice(0, random.int(0, whole.length)),
        `${whole}${random.pick(['}', ',', '\0', 'x', whole])}`,
        `\xef\xbb\xbf${whole}`,
        Buffer.from(whole, 'utf16le').toString('latin1'),
        `[${whole}]`,
        utf8(JSON.stringify(hostileText(random, 500))),
        '',
        ' ',
        'null',
      ]);
      return plain(type ?? JSON_TYPE, bytes);
    }
    default: {
      const bytes = Array.from({ length: amount(random, 3000) }, () =>
        String.fromCharCode(random.int(0, 255)),
      ).join('');
      return plain(type ?? random.pick(TYPES), bytes);
    }
  }
}

function heavyForm(random: Random, names: readonly string[], most: number): string {
  const name = names.length > 0 ? random.pick(names) : 'id';
  const unit = random.pick([`${name}=1&`, '&', '%', '+', `${name}%5b%5d=1&`, 'a', '%00', '=']);
  return `${name}=${unit.repeat(amount(random, most) / unit.length)}`;
}

/** Pairs, and now and then a picture as Base64 where the endpoint takes one so. */
function withPicture(
  random: Random,
  endpoint: Endpoint | undefined,
  pairs: readonly Pair[],
): readonly [readonly Pair[], boolean] {
  const name = Object.keys(endpoint?.params ?? {}).find((one) => /base64/i.test(one));
  if (name === undefined || random.chance(0.5)) return [pairs, false];
  const bytes = Buffer.from(picture(random), 'latin1').toString('base64');
  const value = random.pick([
    bytes,
    bytes,
    `data:image/png;base64,${bytes}`,
    ` ${bytes}\n`,
    `${bytes}=`,
  ]);
  return [[...pairs, [name, value]], true];
}

function multipart(random: Random, endpoint: Endpoint | undefined, pairs: readonly Pair[]): Body {
  const boundary = random.pick([
    'xFUZZx',
    'x'.repeat(70),
    "'()+_,-./:=?",
    '----WebKitFormBoundaryfuzz',
  ]);
  const uploads = uploadsOf(endpoint);
  const files = uploads.length === 0 ? ['image'] : uploads;
  const parts = pairs.map(([name, value]) => part(random, name, utf8(value), undefined));
  let hasPicture = false;
  for (let count = random.int(0, 3); count > 0; count -= 1) {
    const names = [
      'x.png',
      '',
      '../../x.png',
      'x\0.png',
      'x.php',
      'C:\\x.gif',
      'é'.repeat(300),
      'a"b',
    ];
    parts.push(part(random, random.pick(files), picture(random), random.pick(names)));
    hasPicture = true;
  }
  if (random.chance(0.03)) {
    const tiny = random.pick([
      '\r\n\r\n',
      'content-disposition: form-data; name="a"\r\n\r\n\r\n',
      'x: y\r\n\r\n\r\n',
    ]);
    parts.push(...Array.from({ length: amount(random, 20_000) }, () => tiny));
  }
  const line = `--${boundary}\r\n`;
  const end = random.chance(0.9)
    ? `--${boundary}--\r\n`
    : random.pick(['', `--${boundary}`, '--\r\n']);
  const shown = random.chance(0.93)
    ? `"${boundary}"`
    : random.pick([boundary, 'other', '', `"${boundary}`, 'x'.repeat(5000)]);
  return {
    bytes: `${parts.map((one) => line + one).join('')}${end}`,
    headers: [['content-type', `multipart/form-data; boundary=${shown}`]],
    picture: hasPicture,
  };
}

function part(random: Random, name: string, value: string, file: string | undefined): string {
  const named = random.chance(0.97) ? `; name="${utf8(name).replace(/["\r\n]/g, '%22')}"` : '';
  const filename = file === undefined ? '' : `; filename="${utf8(file)}"`;
  const others = random.chance(0.9)
    ? ''
    : random.pick([
        'content-transfer-encoding: base64\r\n',
        'content-type: image/png\r\n',
        'content-type: multipart/mixed; boundary=y\r\n',
        `x: ${'y'.repeat(amount(random, 30_000))}\r\n`,
        'x: y\r\n'.repeat(amount(random, 2000)),
        'content-disposition: form-data; name=z\r\n',
        "content-disposition: form-data; name*=UTF-16''%ff%fe\r\n",
      ]);
  return `content-disposition: form-data${named}${filename}\r\n${others}\r\n${value}\r\n`;
}

function uploadsOf(endpoint: Endpoint | undefined): readonly string[] {
  return endpoint === undefined ? [] : fileNames(endpoint, 'upload');
}
