import type { JsonObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import type { SchemaBreach } from '../../spec/index.ts'

const plainAmount = (value: unknown): boolean => typeof value !== 'string' || /^\d+(\.\d+)?$/.test(value)

/** Forms that every right platform takes, of fields whose schema leaves more open. */
const KNOWN_FORMS: readonly (readonly [
  pointer: string,
  form: string,
  isKnown: (value: unknown) => boolean,
])[] = [
  ['/revenue', 'a number or a plain digit string', plainAmount],
  ['/agg_limit', 'a number or a plain digit string', plainAmount],
  ['/retention', 'a number or a plain digit string', plainAmount],
  ['/naics', 'a whole number', (value) => typeof value !== 'number' || Number.isInteger(value)],
  [
    '/website/domainName',
    'an absolute URL',
    (value) => typeof value !== 'string' || /^[a-z][a-z\d+.-]*:\/\/[^/\s]/i.test(value),
  ],
]

/** Values of a submission that are right by the schema, and that a right platform may still refuse. */
export function openForms(sent: JsonObject): readonly SchemaBreach[] {
  return KNOWN_FORMS.flatMap(([pointer, form, isKnown]) =>
    isKnown(valueAt(sent, pointer)) ? [] : [{ pointer, message: `should be ${form}`, wanted: form }],
  )
}
