import type { Platform } from '../platform.ts'
import { planStep, price } from './later.ts'
import { move } from './lifecycle.ts'
import type { QuoteEffect, QuoteEffects } from './rules.ts'

const generateProposal: QuoteEffect<Platform> = (quote) => {
  if (quote.proposal === 'none') quote.proposal = 'generated'
}

export const standardEffects: QuoteEffects<Platform> = {
  pending(quote, platform) {
    platform.events.occur('pending', quote, platform)
    planStep('rated', quote, platform.behaviour.timing.rating, platform)
  },
  rated(quote, platform) {
    const { rating, brokers } = platform.behaviour
    const { submission } = quote
    const outcome = rating.outcome(submission)
    if (outcome !== 'failed') price(quote, platform)
    const isOnboarded = outcome === 'approved_rate' && brokers.isOnboarded(submission.broker_email, platform)
    move(quote, isOnboarded ? 'ready_to_bind' : outcome, platform)
  },
  underwriter_review(quote, platform) {
    generateProposal(quote, platform)
    platform.events.occur('underwriter_review', quote, platform)
  },
  approved_rate(quote, platform) {
    generateProposal(quote, platform)
    platform.events.occur('approved_rate', quote, platform)
  },
  ready_to_bind(quote, platform) {
    platform.events.occur('ready_to_bind', quote, platform)
    planStep('proposalGenerated', quote, platform.behaviour.timing.proposal, platform)
  },
  proposalGenerated(quote, platform) {
    generateProposal(quote, platform)
    // The event says that the proposal can be read, and that is not so while the bind goes on.
    if (quote.status === 'bound') quote.announcesLate = true
    else platform.behaviour.effects.proposalAnnounced(quote, platform)
  },
  proposalAnnounced(quote, platform) {
    quote.proposal = 'announced'
    quote.announcesLate = false
    platform.events.occur('proposal-announced', quote, platform)
  },
  bound(quote, platform) {
    platform.events.occur('bound', quote, platform)
    planStep('issued', quote, platform.behaviour.timing.issue, platform)
  },
  issued(quote, platform) {
    quote.policyId = platform.behaviour.ids.policy(platform)
    if (quote.announcesLate) platform.behaviour.effects.proposalAnnounced(quote, platform)
    platform.events.occur('issued', quote, platform)
  },
  declined: (quote, platform) => platform.events.occur('declined', quote, platform),
  failed: (quote, platform) => platform.events.occur('failed', quote, platform),
  updated(quote, platform) {
    const { lifecycle, timing } = platform.behaviour
    const end = lifecycle.reRated(quote)
    if (end === undefined) {
      planStep('repriced', quote, timing.rerating, platform)
      return
    }
    quote.status = 'pending'
    platform.work.schedule(timing.rerating, () => void move(quote, end, platform))
  },
}
