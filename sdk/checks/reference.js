/**
 * Writes `docs/sdk.md`, the reference of the package, from its doc comments as TypeDoc reads them. With
 * `--check` it says whether the page is current instead. TypeDoc's own pages of Markdown run to 2,600 lines,
 * most of them inherited constructors; this one has what a website calls.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, Comment, ReflectionKind } from 'typedoc';
import ts from 'typescript';

const target = new URL('../../docs/sdk.md', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The types of functions and methods as they are written: TypeDoc spells records out, field by field. */
const written = new Map(['../src', '../src/resources'].flatMap(writtenTypes));

const app = await Application.bootstrap({
  entryPoints: [path('../src/index.ts'), path('../src/webhooks.ts')],
  tsconfig: path('../tsconfig.build.json'),
  readme: 'none',
  excludePrivate: true,
  excludeExternals: true,
  sort: ['source-order'],
  logLevel: 'Error',
});
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc could not read the package.');
const [main, webhooks] = ['index', 'webhooks'].map((name) => project.getChildByName([name]));
const named = (name) => main.getChildByName([name]);

const text = [
  '# portico-sdk: every method',
  '',
  'Made from the doc comments of `sdk/src` by `npm run sdk:docs`. How to begin: [websites.md](websites.md);',
  'what the package does for a website: [sdk/README.md](../sdk/README.md).',
  '',
  'Types such as `QueryOf<"searchListings">` are the parameters of an endpoint, by its name in [openapi.json](../openapi.json);',
  '`Schema<"Listing…">` is a record of it.',
  '',
  '## Portico',
  '',
  ...comment(named('Portico')),
  ...fields(named('PorticoOptions')),
  ...fields(named('PaceOptions')),
  ...fields(named('CallOptions')),
  ...resources(),
  '## Answers and pages',
  '',
  ...[
    'Answer',
    'WithResponse',
    'PagePromise',
    'Page',
    'AnswerStore',
    'StoredAnswer',
    'MemoryStore',
  ].flatMap((name) => members(named(name))),
  '## Values of records',
  '',
  ...functionsOf(main),
  '## Errors',
  '',
  ...errors(),
  '## Webhooks',
  '',
  'From `portico-sdk/webhooks`.',
  '',
  ...functionsOf(webhooks),
  ...ofKind(webhooks, ReflectionKind.Interface).flatMap(fields),
  ...ofKind(webhooks, ReflectionKind.Class).flatMap((it) => [`### ${it.name}`, '', ...comment(it)]),
  '## Types',
  '',
  ...table(
    ['Type', ''],
    ofKind(main, ReflectionKind.TypeAlias).map((it) => [`\`${it.name}\``, summary(it)]),
  ),
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(target, `${text.trimEnd()}\n`);
else if (readFileSync(target, 'utf8') !== `${text.trimEnd()}\n`) {
  process.stderr.write('docs/sdk.md is not what the doc comments say: npm run sdk:docs\n');
  process.exitCode = 1;
}

/** The parts of `Portico`, each with its methods. */
function resources() {
  return ofKind(named('Portico'), ReflectionKind.Property).flatMap(({ name, type }) => {
    const resource = named(type.name);
    const methods = ofKind(resource, ReflectionKind.Method).flatMap((method) =>
      signatures(method, `portico.${name}.`),
    );
    return [`## portico.${name}`, '', ...comment(resource), ...methods];
  });
}

/** Properties and methods of a class or an interface under a heading. */
function members(reflection) {
  const properties = ofKind(reflection, ReflectionKind.Property);
  const methods = ofKind(reflection, ReflectionKind.Method)
    .filter(({ name }) => !name.startsWith('['))
    .filter(({ inheritedFrom }) => inheritedFrom === undefined)
    .flatMap((method) =>
      signatures(method, `${reflection.name[0].toLowerCase()}${reflection.name.slice(1)}.`),
    );
  return [
    `### ${reflection.name}`,
    '',
    ...comment(reflection),
    ...propertyTable(properties),
    ...methods,
  ];
}

function fields(reflection) {
  const properties = ofKind(reflection, ReflectionKind.Property);
  return [`### ${reflection.name}`, '', ...comment(reflection), ...propertyTable(properties)];
}

function propertyTable(properties, typeText = typeOf) {
  const own = properties.filter(({ inheritedFrom }) => inheritedFrom === undefined);
  const rows = own.map((it) => [
    `\`${it.name}${it.flags.isOptional ? '?' : ''}\``,
    `\`${cell(typeText(it.type))}\``,
    summary(it),
  ]);
  return rows.length === 0 ? [] : table(['', 'Type', ''], rows);
}

function functionsOf(module) {
  return ofKind(module, ReflectionKind.Function).flatMap((it) => signatures(it, ''));
}

/** A function or method: heading, signature, words, examples. */
function signatures(reflection, prefix) {
  const { parent } = reflection;
  const owner = parent.kindOf(ReflectionKind.Module) ? '' : parent.name;
  const source = written.get(`${owner}.${reflection.name}`) ?? {};
  return reflection.signatures.flatMap((signature) => {
    const parameters = (signature.parameters ?? []).map((it) => {
      const optional = it.flags.isOptional || it.defaultValue !== undefined ? '?' : '';
      // A parameter that is taken apart has no name of its own.
      const parts = optional === '' ? 'record' : 'options';
      const name = it.name === '__namedParameters' ? parts : it.name;
      return `${name}${optional}: ${source.parameters?.get(it.name) ?? typeOf(it.type)}`;
    });
    const result = source.result ?? typeOf(signature.type);
    const call = `${prefix}${reflection.name}`.replace(/^\./, '');
    const oneLine = `${call}(${parameters.join(', ')}): ${result}`;
    const lines = `${call}(\n${parameters.map((it) => `  ${it},\n`).join('')}): ${result}`;
    return [
      `### ${call}`,
      '',
      ...['```ts', oneLine.length > 100 ? lines : oneLine, '```', ''],
      ...comment(signature),
      ...(signature.parameters ?? []).flatMap((it) =>
        it.comment ? [`- \`${it.name}\`: ${summary(it)}`] : [],
      ),
      ...((signature.parameters ?? []).some((it) => it.comment) ? [''] : []),
    ];
  });
}

/** One row for each class of errors. */
function errors() {
  const classes = ofKind(main, ReflectionKind.Class).filter(({ name }) => name.endsWith('Error'));
  const rows = classes.map((it) => [
    `\`${it.name}\``,
    it.extendedTypes?.[0]?.name === 'Error' ? '' : `\`${it.extendedTypes?.[0]?.name}\``,
    summary(it),
  ]);
  const withFields = ['AnswerError', 'RefusedError'].flatMap((name) => [
    `An \`${name}\` has`.replace('An `R', 'A `R'),
    '',
    ...propertyTable(
      ofKind(named(name), ReflectionKind.Property).filter((it) => it.name !== 'name'),
      fullTypeOf,
    ),
  ]);
  return [...table(['Class', 'Is a', 'Thrown when'], rows), ...withFields];
}

/** @returns {[string, { parameters: Map<string, string>, result: string | undefined }][]} */
function writtenTypes(folder) {
  const files = readdirSync(path(folder)).filter((name) => /^(?!openapi).*\.ts$/.test(name));
  return files.flatMap((name) => {
    const text = readFileSync(path(`${folder}/${name}`), 'utf8');
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    const owners = [
      { name: '', members: file.statements },
      ...file.statements
        .filter(ts.isClassDeclaration)
        .map((it) => ({ name: it.name.text, members: it.members })),
    ];
    return owners.flatMap((owner) =>
      owner.members
        .filter((it) => ts.isMethodDeclaration(it) || ts.isFunctionDeclaration(it))
        .map((it) => [
          `${owner.name}.${it.name.getText()}`,
          {
            parameters: new Map(
              it.parameters
                .filter(({ type }) => type)
                .map((one) => [one.name.getText(), onOneLine(one.type)]),
            ),
            result: it.type && onOneLine(it.type),
          },
        ]),
    );
  });
}

function onOneLine(node) {
  return node.getText().replaceAll(/\s+/g, ' ');
}

function ofKind(reflection, kind) {
  return (reflection.children ?? []).filter((child) => child.kindOf(kind));
}

/** The words of a comment, what it throws and returns, and its examples. */
function comment(reflection) {
  const { comment: it } = reflection;
  if (!it) return [];
  const parts = [Comment.combineDisplayParts(it.summary)];
  for (const [tag, word] of [
    ['@returns', 'Returns'],
    ['@throws', 'Throws'],
  ]) {
    const words = it.getTags(tag).map(({ content }) => Comment.combineDisplayParts(content).trim());
    parts.push(...words.map((text) => `${word} ${text}`));
  }
  parts.push(...it.getTags('@example').map(({ content }) => Comment.combineDisplayParts(content)));
  return parts.flatMap((part) => [part.trim(), '']);
}

function summary({ comment: it }) {
  return it ? cell(Comment.combineDisplayParts(it.summary).trim()) : '';
}

function typeOf(type) {
  return fullTypeOf(type).replaceAll(' | undefined', '');
}

function fullTypeOf(type) {
  if (type === undefined) return 'unknown';
  return type.toString().replaceAll('"', "'");
}

function cell(words) {
  return words.replaceAll('\n', ' ').replaceAll('|', '\\|');
}

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return [...lines.map((row) => `| ${row.join(' | ')} |`), ''];
}
