/** Results of one subject (a mutant, a set of variants, a run): the ids of requirements by what came of them. */
export type Row = Readonly<Record<string, readonly string[]>>

/** The results of all subjects of one list. */
export type Rows = Readonly<Record<string, Row>>

/** One place where two lists differ. */
export interface Difference {
  readonly subject: string
  /** A result such as `failed`; absent where the whole subject is in one list only. */
  readonly result?: string
  readonly requirement?: string
  /** `lost` was in the first list only, `new` is in the second only. */
  readonly change: 'lost' | 'new'
}

/**
 * Compares two lists, each requirement of each subject by itself. Differences come in the order of the subjects. What is said of a
 * subject that is in one list only differs, too.
 */
export function differencesOf(before: Rows, after: Rows): readonly Difference[] {
  const subjects = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return subjects.flatMap((subject): readonly Difference[] => {
    const [old, now] = [before[subject], after[subject]]
    const whole: Difference['change'] | undefined =
      now === undefined ? 'lost' : old === undefined ? 'new' : undefined
    const results = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
    const rows = results.flatMap((result) => {
      const [had, has] = [old?.[result] ?? [], now?.[result] ?? []]
      const missing = (some: readonly string[], others: readonly string[], change: Difference['change']) =>
        some
          .filter((id) => !others.includes(id))
          .map((requirement) => ({ subject, result, requirement, change }))
      return [...missing(had, has, 'lost'), ...missing(has, had, 'new')]
    })
    return whole === undefined ? rows : [{ subject, change: whole }, ...rows]
  })
}

/** Returns lists as text that two commits can be compared by: one line for each result of each subject, in order. */
export function textOf(rows: Rows): string {
  const line = ([result, ids]: readonly [string, readonly string[]]) =>
    `  ${JSON.stringify(result)}: ${JSON.stringify(ids.toSorted())}`
  const subjects = Object.entries(rows).map(([subject, row]) => {
    const results = Object.entries(row).filter(([, ids]) => ids.length > 0)
    return ` ${JSON.stringify(subject)}: {${results.length === 0 ? '' : `\n${results.map(line).join(',\n')}\n `}}`
  })
  return `{\n${subjects.join(',\n')}\n}\n`
}
