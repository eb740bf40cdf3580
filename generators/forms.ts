import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../conformance/json/object.ts'
import type { Spec } from '../spec/spec.ts'
import { newTaxId, type Submission } from './submission.ts'

/** Letters of two, three and four bytes in UTF-8. */
export const LETTERS = 'Zoë Ærøskøbing 株式会社 𠮷'

/** Names with characters that end a text in SQL, JSON, HTML or a path. */
const APOSTROPHE = "O'Hara & Sons"
const PUNCTUATION = '"Quay" \\ Labs d/b/a Pier; %'

/** An insured of whom several submissions are made. */
export interface Insured {
  readonly name: string
  readonly taxId: string
}

/**
 * Makes an insured whom the target does not know yet. Its name has no digits, as the names have that are unique in a run.
 *
 * @param unique a number that no other insured has
 */
export const newInsured = (unique: number): Insured => ({
  name: `Harbour Provisions ${[...String(unique)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`,
  taxId: newTaxId(unique),
})

/** Name lengths: database columns often hold 255 letters, and lines of documents some hundred. */
const [LONG, VERY_LONG] = [250, 2500]

const DAY_MS = 24 * 3_600_000

/** A platform may keep policies for later whose term begins in more than two or three months. */
const AHEAD_MS = 100 * DAY_MS

/** From one 31st to the next there are at most so many days. */
const MOST_TO_A_31ST = 62

const CLAIMS = { claims_count: 1, claims_amount: 5_000 }

/** Dollars: far more than a small company has, and than most policies cover. */
const [LARGE_REVENUE, HIGH_LIMIT] = [40_000_000, 5_000_000]

/** Addresses in two states. */
const PLACES = [
  { address_line1: '55 Water Street', address_city: 'New York', address_state: 'NY', address_zip: '10041' },
  { address_line1: '1200 Main Street', address_city: 'Dallas', address_state: 'TX', address_zip: '75202' },
] as const

const AMOUNTS = ['revenue', 'agg_limit', 'retention']

type Writer = (
  submission: Submission,
  isSet: (field: string) => boolean,
  spec: Pick<Spec, 'schema'>,
  insured: Insured | undefined,
) => Submission

/** Writes one field, unless the recipe sets it. */
const setting =
  (field: string, write: (usual: unknown) => unknown): Writer =>
  (submission, isSet) =>
    isSet(field) ? submission : { ...submission, [field]: write(submission[field]) }

/** Writes a field of an insured who has other quotes. */
const ofInsured =
  (field: string, value: (insured: Insured) => string): Writer =>
  (submission, isSet, _, insured) =>
    isSet(field) || insured === undefined ? submission : { ...submission, [field]: value(insured) }

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
const ofLength = (letters: number): Writer =>
  setting('insured_name', (usual) =>
    `${String(usual)}${' and Partners'.repeat(letters)}`.slice(0, letters - 1).concat('s'),
  )

/** Writes amounts as texts. */
const asTexts: Writer = (submission) =>
  Object.fromEntries(
    Object.entries(submission).map(([name, value]) => [
      name,
      AMOUNTS.includes(name) && Number.isSafeInteger(value) ? String(value) : value,
    ]),
  )

/** A later day, the last of a long month: what counts months, or reads it in another zone, comes to another day of the month. */
const later = (usual: unknown): unknown => {
  const ms = Date.parse(String(usual))
  if (Number.isNaN(ms)) return usual
  const days = Array.from({ length: MOST_TO_A_31ST }, (_, day) => new Date(ms + AHEAD_MS + day * DAY_MS))
  return days
    .find((day) => day.getUTCDate() === 31)
    ?.toISOString()
    .slice(0, 10)
}

/** A company that was founded in the year before its term begins. */
const foundedLately: Writer = (submission, isSet) => {
  const year = new Date(String(submission.effective_date)).getUTCFullYear()
  return isSet('year_founded') || Number.isNaN(year) ? submission : { ...submission, year_founded: year - 1 }
}

/** Leaves out optional fields. A profile may use fields that the published schema lacks. */
const requiredOnly: Writer = (submission, isSet, spec) => {
  const { required = [], properties = {} } = spec.schema('Submission')
  const isOptional = (name: string) => name in properties && !required.includes(name)
  return Object.fromEntries(Object.entries(submission).filter(([name]) => isSet(name) || !isOptional(name)))
}

/** An amount that is not below the usual one, whatever a profile has. */
const atLeast =
  (amount: number) =>
  (usual: unknown): number =>
    Math.max(amount, Number(usual) || 0)

/** An address in another state. */
const elsewhere = (usual: unknown): unknown =>
  PLACES.find(({ address_state }) => !isObject(usual) || usual.address_state !== address_state)

interface FormFacts {
  /** Describes a submission in the form. */
  readonly text: string
  readonly write: Writer
  /** A platform may refuse it: its limits, and how it treats an organization that it knows, are not stated (R2). */
  readonly isRefusable?: true
  /** It leaves everything as it is on which a rate can depend. */
  readonly isNeutral?: true
  /** A platform may leave its rating to a person. */
  readonly isReferable?: true
}

const NEUTRAL = { isNeutral: true } as const
const REFUSABLE = { isRefusable: true } as const
const REFERABLE = { isReferable: true } as const

/** Ways to write a submission that all keep it valid (2.1, R3). A new form is one more entry here. */
const FORMS = {
  'beyond-ascii': { text: 'with letters beyond ASCII', write: named(LETTERS), ...NEUTRAL },
  apostrophe: { text: 'with an apostrophe in its names', write: named(APOSTROPHE), ...NEUTRAL },
  punctuation: { text: 'with punctuation in its names', write: named(PUNCTUATION), ...NEUTRAL },
  'long-name': { text: 'with a long name', write: ofLength(LONG), ...NEUTRAL, ...REFUSABLE },
  'very-long-name': { text: 'with a very long name', write: ofLength(VERY_LONG), ...NEUTRAL, ...REFUSABLE },
  'known-name': {
    text: 'with the name of an insured that is known',
    write: ofInsured('insured_name', ({ name }) => name),
    ...REFUSABLE,
  },
  'known-tax-id': {
    text: 'with a tax id that is known',
    write: ofInsured('insured_taxid', ({ taxId }) => taxId),
    ...REFUSABLE,
  },
  'amounts-as-strings': { text: 'with amounts as strings', write: asTexts, ...NEUTRAL },
  'later-term': {
    text: 'with a term that begins later, on a 31st',
    write: setting('effective_date', later),
    ...REFUSABLE,
  },
  'required-only': { text: 'with required fields only', write: requiredOnly },
  'large-company': {
    text: 'of a large company',
    write: setting('revenue', atLeast(LARGE_REVENUE)),
    ...REFUSABLE,
    ...REFERABLE,
  },
  'high-limit': {
    text: 'with a high limit',
    write: setting('agg_limit', atLeast(HIGH_LIMIT)),
    ...REFUSABLE,
    ...REFERABLE,
  },
  'young-company': {
    text: 'of a young company',
    write: foundedLately,
    ...REFUSABLE,
    ...REFERABLE,
  },
  elsewhere: {
    text: 'in another state',
    write: setting('insured_location', elsewhere),
    ...REFUSABLE,
    ...REFERABLE,
  },
  'no-website': {
    text: 'without a website',
    write: setting('website', () => ({ has_website: false })),
    ...REFUSABLE,
  },
  'with-claims': { text: 'with a claim', write: setting('claims', () => CLAIMS) },
} as const satisfies Readonly<Record<string, FormFacts>>

export type Form = keyof typeof FORMS

/** Facts about a form. */
export const factsOfForm = (form: Form): FormFacts => FORMS[form]

/** A submission in some forms, and those of the forms that changed anything: the recipe may set all that a form is about. */
export interface WrittenSubmission {
  readonly submission: Submission
  readonly forms: readonly Form[]
}

/**
 * Writes a submission in some forms.
 *
 * @param recipe the merge patch for its outcome: its fields may cause the outcome, so only the form of its amounts changes
 * @param insured the insured of the forms that name a known one
 */
export function writtenIn(
  usual: Submission,
  forms: readonly Form[],
  spec: Pick<Spec, 'schema'>,
  recipe: unknown = {},
  insured?: Insured,
): WrittenSubmission {
  const isSet = (field: string) => isObject(recipe) && field in recipe
  return forms.reduce<WrittenSubmission>(
    (before, form) => {
      const submission = factsOfForm(form).write(before.submission, isSet, spec, insured)
      const isChanged = !isDeepStrictEqual(submission, before.submission)
      return isChanged ? { submission, forms: [...before.forms, form] } : before
    },
    { submission: usual, forms: [] },
  )
}

/** The submission alone. */
export const inForms = (...given: Parameters<typeof writtenIn>): Submission => writtenIn(...given).submission
