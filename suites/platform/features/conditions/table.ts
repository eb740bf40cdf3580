import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { readRow } from '../documents/cells.ts'
import { whileHeld } from '../states/hold.ts'
import { updatesFor } from '../update/changes.ts'
import { asSecondPartner, withCredentials, withHeaders, withSpacedBodies } from './asking.ts'
import { type BindAndIssue, bindAndIssue, waitUntilReady } from './bind-and-issue.ts'
import { KEY, one, updated, withChange, withForm } from './followed.ts'

/** A circumstance that must not change the course of a quote. */
export interface Condition {
  readonly id: string
  readonly title: string
  readonly needs?: readonly PlatformNeed[]
  /** True where it affects every request to the target, so that nothing else may run. */
  readonly exclusive?: true
  /** How many quotes are followed; default one. */
  readonly quotes?: number
  /** The legal reason for which there may be no quote to follow. */
  readonly unless?: string
  drive(context: PlatformContext): Promise<readonly BindAndIssue[]>
}

const RAISED = 'outcomes.retention_raised'

/** Asks for other languages and, as many clients do, for JSON first: the stated formats hold for them too. */
const ELSEWHERE = { 'accept-language': 'de-DE, fr-FR;q=0.9', accept: 'application/json, text/plain, */*' }

/** Name lengths: database columns often hold 255 letters, and lines of documents some hundred. */
const LENGTHS = [250, 2500]

const ofLength = (name: string, letters: number): string =>
  `${name}${' and Partners'.repeat(letters)}`.slice(0, letters - 1).concat('s')

const DAY_MS = 24 * 3_600_000

/** A platform may keep policies for later whose term begins in more than two or three months. */
const AHEAD_DAYS = 100

/** How many quotes are followed at the same time. */
const AT_ONCE = 3

export const CONDITIONS: readonly Condition[] = [
  {
    id: 'second-partner',
    title: 'A quote of a second partner',
    needs: [{ credential: 'other_partner' }],
    drive: async (context) => [
      await asSecondPartner(context, (second) => one(second, undefined, 'credentials.other_partner')),
    ],
  },
  {
    id: 'secondary-key',
    title: 'A quote submitted with the secondary key',
    needs: [{ credential: 'secondary_integration_key' }],
    drive: async (context) => [await one(withCredentials(context, { key: 'secondary' }))],
  },
  {
    id: 'renewed-token',
    title: 'A quote whose token is replaced halfway',
    async drive(context) {
      const [first, second] = [await context.http.holdToken(), await context.http.holdToken()]
      if (first.token === undefined || second.token === undefined)
        throw new CannotTell('no token was issued to keep')
      const { id } = await withCredentials(context, { token: first.token }).quotes.create()
      await waitUntilReady(context, id, KEY)
      return [await bindAndIssue(withCredentials(context, { token: second.token }), id)]
    },
  },
  {
    id: 'asked-in-pending',
    title: 'A quote whose documents were asked for before it was rated',
    needs: [{ operator: 'hold_rating' }, { operator: 'release_rating' }],
    exclusive: true,
    async drive(context) {
      const { id } = await whileHeld(context.operator, 'rating', async () => {
        const quote = await context.quotes.create()
        await readRow(context, quote.id, 'pending')
        return quote
      })
      await waitUntilReady(context, id, KEY)
      return [await bindAndIssue(context, id)]
    },
  },
  {
    id: 'second-quote',
    title: 'A quote after another one of the same partner',
    quotes: 2,
    drive: async (context) => [await one(context), await one(context)],
  },
  {
    id: 'at-once',
    title: 'One of several quotes in progress',
    quotes: AT_ONCE,
    drive: (context) => Promise.all(Array.from({ length: AT_ONCE }, () => one(context))),
  },
  {
    id: 'same-insured',
    title: 'A quote of an insured who has another one for the same day',
    quotes: 2,
    unless: 'a second quote of the insured was not made',
    async drive(context) {
      const { api, quotes } = context
      const first = await quotes.create()
      await waitUntilReady(context, first.id, KEY)
      const { insured_name } = first.submission
      const id = quoteIdOf(await api.submit({ ...quotes.submission(), insured_name }))
      if (id === undefined || id === first.id) return [await bindAndIssue(context, first.id)]
      await waitUntilReady(context, id, KEY)
      return [await bindAndIssue(context, first.id), await bindAndIssue(context, id)]
    },
  },
  {
    id: 'updated-a-day-later',
    title: 'A quote whose contact was changed on the next day',
    needs: [{ operator: 'advance_clock' }],
    exclusive: true,
    unless: 'the update was not accepted',
    async drive(context) {
      const { clock, quotes } = context
      const quote = await quotes.create()
      await waitUntilReady(context, quote.id, KEY)
      await clock.sleep(DAY_MS)
      // The quote may have changed meanwhile: its effective date may be past.
      await waitUntilReady(context, quote.id, KEY)
      return updated(context, quote, updatesFor(quote).insured_contact, KEY)
    },
  },
  {
    id: 'raised-retention',
    title: 'A quote whose retention was raised',
    needs: [{ outcome: 'retention_raised' }],
    drive: async (context) => [await one(context, 'retention_raised', RAISED)],
  },
  {
    id: 'raised-retention-of-a-second-partner',
    title: 'A quote of a second partner whose retention was raised',
    needs: [{ outcome: 'retention_raised' }, { credential: 'other_partner' }],
    drive: async (context) => [
      await asSecondPartner(context, (second) =>
        one(second, 'retention_raised', 'credentials.other_partner'),
      ),
    ],
  },
  {
    id: 'raised-retention-updated',
    title: 'A quote whose retention was raised and whose contact was changed',
    needs: [{ outcome: 'retention_raised' }],
    unless: 'the update was not accepted',
    async drive(context) {
      const quote = await context.quotes.create('retention_raised')
      await waitUntilReady(context, quote.id, RAISED)
      // Waits for the documents, so that the update comes when they exist.
      await context.quotes.proposalOf(quote.id)
      return updated(context, quote, updatesFor(quote).insured_contact, RAISED)
    },
  },
  {
    id: 'non-ascii',
    title: 'A quote of an insured whose name has letters beyond ASCII',
    drive: (context) => withForm(context, 'beyond-ascii'),
  },
  {
    id: 'apostrophe',
    title: 'A quote of an insured whose name has an apostrophe and an ampersand',
    drive: (context) => withForm(context, 'apostrophe'),
  },
  {
    id: 'punctuation',
    title: 'A quote of an insured whose name has quotation marks and a backslash',
    drive: (context) => withForm(context, 'punctuation'),
  },
  {
    id: 'updated-to-non-ascii',
    title: 'A quote whose contact got a name with letters beyond ASCII',
    unless: 'the update was not accepted',
    async drive(context) {
      const { quotes } = context
      const quote = await quotes.create()
      await waitUntilReady(context, quote.id, KEY)
      await quotes.proposalOf(quote.id)
      return updated(context, quote, updatesFor(quote).contact_beyond_ascii, KEY)
    },
  },
  {
    id: 'required-fields-only',
    title: 'A quote with the required fields only',
    drive: (context) => withForm(context, 'required-only'),
  },
  {
    id: 'another-language',
    title: 'A quote of a client that prefers JSON and asks for another language',
    drive: async (context) => [await one(withHeaders(context, ELSEWHERE))],
  },
  {
    id: 'indented-bodies',
    title: 'A quote submitted as indented JSON',
    drive: async (context) => [await one(withSpacedBodies(context))],
  },
  {
    id: 'far-effective-date',
    title: `A quote whose term begins ${AHEAD_DAYS} days later than usual`,
    // How far ahead a term may begin is not shown.
    unless: `a term ${AHEAD_DAYS} days later is not taken`,
    drive: (context) =>
      withChange(context, ({ effective_date }) => ({
        effective_date: new Date(Date.parse(String(effective_date)) + AHEAD_DAYS * DAY_MS)
          .toISOString()
          .slice(0, 10),
      })),
  },
  ...LENGTHS.map((letters) => ({
    id: `name-of-${letters}-letters`,
    title: `A quote of a company whose name has ${letters} letters`,
    // How long a name may be is not shown.
    unless: `a name of ${letters} letters is not taken`,
    drive: (context: PlatformContext) =>
      withChange(context, ({ insured_name }) => ({
        insured_name: ofLength(`${insured_name} ${context.unique()}`, letters),
      })),
  })),
  {
    id: 'after-review',
    title: 'A quote that a review approved',
    needs: [{ outcome: 'underwriter_review' }, { operator: 'review_approve' }],
    async drive(context) {
      const { id } = await context.quotes.reach('underwriter_review')
      await context.operator.perform('review_approve', { quote_id: id })
      await context.quotes.reviewed(id)
      await waitUntilReady(context, id, 'operator.review_approve')
      return [await bindAndIssue(context, id)]
    },
  },
  {
    id: 'after-refusals',
    title: 'A quote with many refused requests',
    async drive(context) {
      const { api, quotes } = context
      const { id } = await quotes.create()
      await api.bind(id, { credentials: { key: 'none' } })
      await waitUntilReady(context, id, KEY)
      await api.update(id, { insured_contact: 'nobody' })
      await api.update(id, undefined, { body: '{' })
      await api.status(id, { credentials: { token: 'garbled' } })
      return [await bindAndIssue(context, id)]
    },
  },
]
