/** Something that may run beside others, or only alone. */
interface Ordered {
  readonly id: string
  readonly exclusive: boolean
}

/**
 * Puts items into a wished order. Those without a place in it follow as they stand.
 *
 * Exclusive items that use one target in turn keep their order: each moves its clock, and those that move it furthest come last.
 *
 * @param order ids, the first one first
 * @param isolates true where each exclusive item has a target of its own
 */
export function inOrder<T extends Ordered>(
  items: readonly T[],
  order: readonly string[],
  isolates: boolean,
): readonly T[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id, exclusive }: T) =>
    (exclusive && !isolates ? undefined : places.get(id)) ?? order.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}
