import { isObject } from '../conformance/json/object.ts'
import type { Spec } from '../spec/spec.ts'
import type { Submission } from './submission.ts'

/** Ways to write a submission that all keep it valid (2.1, R3). */
export type Form =
  | 'beyond-ascii'
  | 'apostrophe'
  | 'punctuation'
  | 'amounts-as-strings'
  | 'required-only'
  | 'with-claims'
  | 'known-tax-id'
  | 'known-name'
  | 'long-name'
  | 'very-long-name'
  | 'later-term'

/** Forms that a platform may refuse: its limits, and what it does about an organization that it knows, are not stated (R2). */
export const REFUSABLE: readonly Form[] = [
  'known-tax-id',
  'known-name',
  'long-name',
  'very-long-name',
  'later-term',
]

/** Letters of two, three and four bytes in UTF-8. */
export const LETTERS = 'Zoë Ærøskøbing 株式会社 𠮷'

/** Names with characters that end a text in SQL, JSON, HTML or a path. */
const APOSTROPHE = "O'Hara & Sons"
const PUNCTUATION = '"Quay" \\ Labs d/b/a Pier; %'

/** Stays the same, since one organization may have several names and offices, but one number. */
const TAX_ID = '12-3456789'

/** The same for many quotes of one organization. It has no digits, as names have that are unique in a run. */
const NAME = 'Harbour Provisions and Daughters'

/** Name lengths: database columns often hold 255 letters, and lines of documents some hundred. */
const [LONG, VERY_LONG] = [250, 2500]

const DAY_MS = 24 * 3_600_000

/** A platform may keep policies for later whose term begins in more than two or three months. */
const AHEAD_MS = 100 * DAY_MS

const CLAIMS = { claims_count: 1, claims_amount: 5_000 }

const AMOUNTS = ['revenue', 'agg_limit', 'retention']

/**
 * A submission written in some forms.
 *
 * @param recipe the merge patch for its outcome: its fields may cause the outcome, so only the form of its amounts changes
 */
export function inForms(
  usual: Submission,
  forms: readonly Form[],
  spec: Pick<Spec, 'schema'>,
  recipe: unknown = {},
): Submission {
  const isSet = (field: string) => isObject(recipe) && field in recipe
  return forms.reduce((submission, form) => ({ ...WRITERS[form](submission, isSet, spec) }), usual)
}

type Writer = (
  submission: Submission,
  isSet: (field: string) => boolean,
  spec: Pick<Spec, 'schema'>,
) => Submission

/** Writes names with a text at their end. */
const named =
  (text: string): Writer =>
  (submission, isSet) => {
    const contact = isObject(submission.insured_contact) ? submission.insured_contact : {}
    return {
      ...submission,
      ...(!isSet('insured_name') && { insured_name: `${String(submission.insured_name)} ${text}` }),
      ...(!isSet('insured_contact') && { insured_contact: { ...contact, first_name: text } }),
    }
  }

/** Writes a name of so many letters. */
const ofLength =
  (letters: number): Writer =>
  (submission, isSet) =>
    isSet('insured_name')
      ? submission
      : {
          ...submission,
          insured_name: `${String(submission.insured_name)}${' and Partners'.repeat(letters)}`
            .slice(0, letters - 1)
            .concat('s'),
        }

const WRITERS: Readonly<Record<Form, Writer>> = {
  'beyond-ascii': named(LETTERS),
  apostrophe: named(APOSTROPHE),
  punctuation: named(PUNCTUATION),
  'amounts-as-strings': (submission) =>
    Object.fromEntries(
      Object.entries(submission).map(([name, value]) => [
        name,
        AMOUNTS.includes(name) && Number.isSafeInteger(value) ? String(value) : value,
      ]),
    ),
  'with-claims': (submission, isSet) => (isSet('claims') ? submission : { ...submission, claims: CLAIMS }),
  'known-tax-id': (submission, isSet) =>
    isSet('insured_taxid') ? submission : { ...submission, insured_taxid: TAX_ID },
  'known-name': (submission, isSet) =>
    isSet('insured_name') ? submission : { ...submission, insured_name: NAME },
  'long-name': ofLength(LONG),
  'very-long-name': ofLength(VERY_LONG),
  'later-term'(submission, isSet) {
    const usual = Date.parse(String(submission.effective_date))
    if (isSet('effective_date') || Number.isNaN(usual)) return submission
    return { ...submission, effective_date: new Date(usual + AHEAD_MS).toISOString().slice(0, 10) }
  },
  'required-only'(submission, isSet, spec) {
    const { required = [], properties = {} } = spec.schema('Submission')
    // A profile may use fields that the published schema lacks.
    const isOptional = (name: string) => name in properties && !required.includes(name)
    return Object.fromEntries(Object.entries(submission).filter(([name]) => isSet(name) || !isOptional(name)))
  },
}
