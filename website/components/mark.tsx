/** A portico: the sign of the house. Drawn with the colour of the text around it. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" fill="currentColor">
      <path d="M16 3 2.5 11v2.5h27V11z" />
      <path d="M5 15.5h3.4v10H5zm9.3 0h3.4v10h-3.4zm9.3 0H27v10h-3.4zM2.5 27h27v2.5h-27z" />
    </svg>
  );
}
