/** A moment or a length of time that is known within two bounds, in milliseconds. */
export interface Span {
  readonly least: number
  readonly most: number
}

/** The time from one moment to another. */
export const from = (start: Span, end: Span): Span => ({
  least: end.least - start.most,
  most: end.most - start.least,
})

/** The part that two spans have in common; undefined where they contradict each other. */
export function overlapOf(one: Span, other: Span): Span | undefined {
  const least = Math.max(one.least, other.least)
  const most = Math.min(one.most, other.most)
  return least <= most ? { least, most } : undefined
}

/** The shortest span that contains both. */
export const around = (one: Span, other: Span): Span => ({
  least: Math.min(one.least, other.least),
  most: Math.max(one.most, other.most),
})

/** The same span, with so many milliseconds more at both ends. */
export const widened = ({ least, most }: Span, ms: number): Span => ({ least: least - ms, most: most + ms })

/** The same span, later by a time that is known within bounds itself. */
export const later = ({ least, most }: Span, by: Span): Span => ({
  least: least + by.least,
  most: most + by.most,
})
