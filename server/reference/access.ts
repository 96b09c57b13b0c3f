import { type Signer, signerOf } from './signing.js';

/** What a reader has entered to call with. */
export interface Access {
  readonly apiKey: string;
  readonly signer: Signer | undefined;
  /** The value of `Authorization` for calls of a marketplace partner. */
  readonly partner: string | undefined;
}

/** Of the key alone; `sessionStorage` is this tab's, and ends with it. */
const STORED_KEY = 'portico-api-key';

const NOTHING: Access = { apiKey: '', signer: undefined, partner: undefined };

// Secrets stay in memory: a browser may write a tab's storage to the disk, to open the tab again.
let access: Access = { ...NOTHING, apiKey: sessionStorage.getItem(STORED_KEY) ?? '' };

/** What calls bring from now on. */
export function currentAccess(): Access {
  return access;
}

/** Connects the dialog, and the buttons that open it. */
export function connectDialog(): void {
  const { dialog, form } = parts();
  for (const button of document.querySelectorAll('[data-opens-access]')) {
    button.addEventListener('click', () => void askForAccess());
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void take(new FormData(form)).then(
      () => dialog.close(),
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    );
  });
  for (const button of dialog.querySelectorAll('[data-closes]')) {
    button.addEventListener('click', () => dialog.close());
  }
  dialog.querySelector('[data-forgets]')?.addEventListener('click', () => {
    form.reset();
    keep(NOTHING);
    dialog.close();
  });
  showKey();
}

/** Opens the dialog, and waits until it is closed. */
export async function askForAccess(): Promise<void> {
  const { dialog, form } = parts();
  say('');
  field(form, 'apiKey').value = access.apiKey;
  field(form, 'secret').placeholder = access.signer === undefined ? '' : 'kept: leave it empty';
  field(form, 'clientID').value = String(access.signer?.clientID ?? '');
  if (!dialog.open) dialog.showModal();
  await new Promise((closed) => dialog.addEventListener('close', closed, { once: true }));
  // The form keeps no secret either.
  form.reset();
}

async function take(data: FormData): Promise<void> {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const [clientID, secret] = [text('clientID'), text('secret')];
  let signer = clientID === '' ? undefined : access.signer;
  if (secret !== '' || (clientID !== '' && Number(clientID) !== signer?.clientID)) {
    if (!/^[1-9]\d{0,15}$/.test(clientID)) throw new Error('The number (clientID) is missing.');
    if (secret === '') throw new Error('The secret is missing.');
    signer = await signerOf(Number(clientID), secret);
  }
  const [partnerKey, partnerSecret] = [text('partnerKey'), text('partnerSecret')];
  const partner =
    partnerKey === '' ? access.partner : `Basic ${base64(`${partnerKey}:${partnerSecret}`)}`;
  keep({ apiKey: text('apiKey'), signer, partner });
}

function keep(next: Access): void {
  access = next;
  if (next.apiKey === '') sessionStorage.removeItem(STORED_KEY);
  else sessionStorage.setItem(STORED_KEY, next.apiKey);
  showKey();
}

/** Says in the page's header which key it calls with. */
function showKey(): void {
  const { apiKey, signer } = access;
  const text =
    apiKey === ''
      ? 'Enter your key'
      : `Your key ${apiKey.slice(0, 7)}…${signer === undefined ? '' : ', signing'}`;
  for (const place of document.querySelectorAll('[data-shows-access]')) place.textContent = text;
}

function say(problem: string): void {
  parts().problem.textContent = problem;
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function parts() {
  const dialog = document.querySelector<HTMLDialogElement>('#access');
  const form = dialog?.querySelector('form');
  const problem = dialog?.querySelector('[role=alert]');
  if (!dialog || !form || !problem) throw new Error('The page has no dialog for keys.');
  return { dialog, form, problem };
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
