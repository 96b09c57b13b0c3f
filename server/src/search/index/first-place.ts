/**
 * The first place from one to another where a condition holds that holds at all later places, too.
 *
 * @returns `to` if it holds at none; `from` if that is not before `to`.
 */
export function firstPlace(from: number, to: number, holds: (place: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
