const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** Converts a duration such as `250ms`, `8s` or `2m`, whose form the profile's shape has checked, to milliseconds. */
export function milliseconds(duration: string): number {
  const [, number, unit] = /^(.*?)(ms|s|m)$/.exec(duration) ?? []
  return Math.round(Number(number) * (UNITS[unit ?? ''] ?? Number.NaN))
}
