import type { JsonObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import type { SchemaBreach } from '../../spec/index.ts'

const plainAmount = (value: unknown): boolean => typeof value !== 'string' || /^\d+(\.\d+)?$/.test(value)

/** Formats that every conforming platform accepts, for fields whose schema allows more. */
const KNOWN_FORMS: readonly (readonly [
  pointer: string,
  form: string,
  isKnown: (value: unknown) => boolean,
])[] = [
  ['/revenue', 'a number or a plain digit string', plainAmount],
  ['/agg_limit', 'a number or a plain digit string', plainAmount],
  ['/retention', 'a number or a plain digit string', plainAmount],
  [
    '/website/domainName',
    'an absolute URL',
    (value) => typeof value !== 'string' || /^[a-z][a-z\d+.-]*:\/\/[^/\s]/i.test(value),
  ],
]

/** Values of a submission that the schema allows, but a conforming platform may still refuse. */
export function openForms(sent: JsonObject): readonly SchemaBreach[] {
  return KNOWN_FORMS.flatMap(([pointer, form, isKnown]) =>
    isKnown(valueAt(sent, pointer)) ? [] : [{ pointer, message: `should be ${form}`, wanted: form }],
  )
}
