import type { Form } from '../../../../generators/forms.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { createInForm } from '../../vocabulary/quotes/in-forms.ts'
import type { Quote } from '../../vocabulary/quotes/quote.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type BindAndIssue, bindAndIssue, waitUntilReady } from './bind-and-issue.ts'

/** The profile key of the recipe for an ordinary quote that becomes ready to bind. */
export const KEY = 'outcomes.ready_to_bind'

/** Makes a quote, waits until it is ready to bind, and follows its course. */
export async function one(
  context: PlatformContext,
  outcome = 'ready_to_bind',
  key = KEY,
): Promise<BindAndIssue> {
  const { id } = await context.quotes.create(outcome)
  await waitUntilReady(context, id, key)
  return bindAndIssue(context, id)
}

/** Follows a quote with a changed submission; empty where the target refuses that. */
export async function withChange(
  context: PlatformContext,
  change: (usual: Submission) => Submission,
): Promise<readonly BindAndIssue[]> {
  const { api, facts, unique } = context
  const submission = uniqueSubmission(facts.submission, change(facts.submission), unique())
  const id = quoteIdOf(await api.submit(submission))
  if (id === undefined) return []
  await waitUntilReady(context, id, KEY)
  return [await bindAndIssue(context, id)]
}

/** Follows a quote whose submission is written in another form. */
export async function withForm(context: PlatformContext, form: Form): Promise<readonly BindAndIssue[]> {
  const { id } = await createInForm(context, 'ready_to_bind', form)
  await waitUntilReady(context, id, KEY)
  return [await bindAndIssue(context, id)]
}

/**
 * Updates a ready quote and follows its course; empty where the target refuses the update.
 *
 * @param key as in `ready`
 */
export async function updated(
  context: PlatformContext,
  { id }: Quote,
  update: Readonly<Record<string, unknown>>,
  key: string,
): Promise<readonly BindAndIssue[]> {
  const { api, quotes } = context
  if (!succeeded(await api.update(id, update))) return []
  // A re-rating is only queued, and may begin a moment after the answer.
  await quotes.stays(id)
  await waitUntilReady(context, id, key)
  return [await bindAndIssue(context, id)]
}
