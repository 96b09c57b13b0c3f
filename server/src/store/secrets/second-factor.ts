/** What the secret of a second factor is sealed for (`seal`): on another account it does not open. */
export function placeOfSecondFactor(account: number): string {
  return `second factor of account ${account}`;
}
