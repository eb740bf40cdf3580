import { expect, test } from 'vitest'
import { discover } from '../../sides/platform/discovery/discover.ts'
import { loadSpec } from '../../spec/index.ts'
import { platformContext } from '../../suites/platform/index.ts'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { type BehaviourChanges, startEmbedded } from '../../targets/sandbox/index.ts'

const WANTED = ['underwriter_review', 'approved_rate', 'declined', 'retention_raised']
const MOST_REQUESTS = 200
const SEEDS = 10

type Rating = NonNullable<BehaviourChanges['rating']>

/** Ratings whose rules have nothing in common with those of the sandbox. */
const platforms: Readonly<Record<string, Rating>> = {
  'few claims, and a firm that is known': {
    outcome: ({ claims: { claims_count: claims = 0 }, broker_email: broker }) => {
      if (claims >= 4) return 'declined'
      if (claims >= 2) return 'underwriter_review'
      return broker.endsWith('@brokerage.example') ? 'ready_to_bind' : 'approved_rate'
    },
    minimumRetention: () => 5000,
  },
  'the industry, the revenue and one broker': {
    outcome: ({ naics, revenue, broker_email: broker }) => {
      if (String(naics).startsWith('71')) return 'declined'
      if (Number(revenue) >= 40_000_000) return 'underwriter_review'
      return broker.startsWith('casey.morgan@') ? 'ready_to_bind' : 'approved_rate'
    },
    minimumRetention: ({ revenue }) => Number(revenue) / 1000,
  },
  'the state, the limit and a broker of another firm': {
    outcome: ({
      insured_location: { address_state: state = '' },
      agg_limit: limit,
      broker_email: broker,
    }) => {
      if (['HI', 'GU'].includes(state)) return 'declined'
      if (Number(limit) > 5_000_000) return 'underwriter_review'
      return broker.endsWith('.org') ? 'approved_rate' : 'ready_to_bind'
    },
    minimumRetention: () => 1500,
  },
}

/** The outcomes that are found on a platform whose profile names none. */
async function foundOn(
  rating: Rating,
  seed: number,
): Promise<{ found: readonly string[]; requests: number }> {
  const spec = await loadSpec()
  const sandbox = await startEmbedded({ seed, clock: 'virtual', behaviour: { rating } })
  const { outcomes: _, ...profile } = sandbox.profile()
  const target = await openPlatform(profileFrom(profile), { seed, apiVersion: spec.version, embedded: true })
  try {
    const lease = await target.lease({ id: 'discovery/outcomes', exclusive: false })
    const { outcomes, requests } = await discover(platformContext(lease.ports, spec), {
      most: MOST_REQUESTS,
      spent: () => lease.exchanges().length,
      wanted: WANTED,
    })
    await lease.release()
    return { found: Object.keys(outcomes).sort(), requests }
  } finally {
    await target.close()
    await sandbox.close()
  }
}

test.each(Object.entries(platforms))(
  'what depends on %s is found out within 200 requests',
  async (_, rating) => {
    let complete = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { found, requests } = await foundOn(rating, seed)
      expect(requests).toBeLessThanOrEqual(MOST_REQUESTS)
      if (found.length === WANTED.length) complete += 1
    }
    expect(complete).toBeGreaterThanOrEqual(9)
  },
)

test('what leads to an outcome only once is no recipe', async () => {
  let first = true
  const fickle: Rating = {
    outcome: ({ question_highrisk: risk }) => {
      if (!risk || !first) return 'ready_to_bind'
      first = false
      return 'underwriter_review'
    },
  }
  expect((await foundOn(fickle, 1)).found).not.toContain('underwriter_review')
})

test('the bound on requests holds, however much is left to find', async () => {
  const { found, requests } = await foundOn({ outcome: () => 'ready_to_bind', minimumRetention: () => 0 }, 1)
  expect(found).toEqual([])
  expect(requests).toBeLessThanOrEqual(MOST_REQUESTS)
})
