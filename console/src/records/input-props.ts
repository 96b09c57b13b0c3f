/** What each input of a form has. */
export interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: string | false;
  readonly isRequired: boolean;
}
