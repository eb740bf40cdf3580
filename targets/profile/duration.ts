const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** Milliseconds of a duration like `250ms`, `8s` or `2m`; undefined when it is none. */
export function milliseconds(duration: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(duration)
  const unit = UNITS[match?.[2] ?? '']
  return match === null || unit === undefined ? undefined : Math.round(Number(match[1]) * unit)
}
