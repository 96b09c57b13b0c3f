/** Ends its thread at a 0, and gives back any other number. */
export default function numberOrEnd(task: number): number {
  if (task === 0) process.exit(1);
  return task;
}
