import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** How a difference of a field is treated. */
export type Treatment = 'judged' | 'remark' | 'unknown'

/** The fields of every object, by treatment. */
export const FIELDS = parse(readFileSync(new URL('fields.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Partial<Record<Treatment, readonly string[]>>>
>

const known = new Map(
  Object.entries(FIELDS).map(([object, groups]) => [
    object,
    new Map(
      Object.entries(groups).flatMap(([treatment, names]) =>
        (names ?? []).map((name) => [name, treatment as Treatment] as const),
      ),
    ),
  ]),
)

/** The treatment of a field of an object. An extension is a remark, unless it is listed. */
export const treatmentOf = (object: string, field: string): Treatment =>
  known.get(object)?.get(field) ?? (field.startsWith('x-') ? 'remark' : 'unknown')
