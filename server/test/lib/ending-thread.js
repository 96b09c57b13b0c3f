/**
 * Ends its thread at a 0, and gives back any other number.
 *
 * @param {number} task
 */
export default function numberOrEnd(task) {
  if (task === 0) process.exit(1);
  return task;
}
