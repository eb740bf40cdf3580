import { describe, expect, test } from 'vitest'
import { changeBehaviour, standardBehaviour } from './behaviour.ts'
import { drive } from './testing.ts'

describe('a changed behaviour', () => {
  test('replaces what is named and keeps the rest of the group', () => {
    const changed = changeBehaviour(standardBehaviour, { timing: { rating: 1 } }, { timing: { issue: 2 } })
    expect(changed.timing).toEqual({ ...standardBehaviour.timing, rating: 1, issue: 2 })
    expect(changed.documents).toBe(standardBehaviour.documents)
    expect(standardBehaviour.timing.rating).toBe(1500)
  })

  test('lets the last change win', () => {
    const changed = changeBehaviour(standardBehaviour, { timing: { rating: 1 } }, { timing: { rating: 2 } })
    expect(changed.timing.rating).toBe(2)
  })

  test('is in force in the running sandbox and may call the standard piece', async () => {
    await using driver = await drive({
      behaviour: {
        formats: { money: (dollars) => standardBehaviour.formats.money(dollars).replace('$', 'USD ') },
        coverage: { pci_dss_limit: () => undefined },
        operations: {
          bind: async (call, platform) => ({
            ...(await standardBehaviour.operations.bind(call, platform)),
            status: 200,
          }),
        },
      },
    })
    const id = await driver.submit()
    await driver.advance(2500)
    const { json } = await driver.call('GET', `/status/${id}`)
    expect(json.data?.policy_term?.agg_limit).toBe('USD 1,000,000.00')
    expect(json.data?.coverage_details).not.toHaveProperty('pci_dss_limit')
    expect(json.data?.coverage_details).toHaveProperty('regulatory_limit')
    expect((await driver.call('PUT', `/bind/${id}`, {})).status).toBe(200)
  })

  test('answers 500 in the platform’s own words when a piece breaks, on document endpoints as text', async () => {
    const broken = () => {
      throw new Error('secret detail')
    }
    await using driver = await drive({ behaviour: { record: { message: broken } } })
    const submitted = await driver.call('POST', '/submit', driver.sandbox.submission)
    expect([submitted.status, submitted.json]).toEqual([
      500,
      { status: 'error', error: { message: 'Internal server error.' } },
    ])
    await using other = await drive({ behaviour: { documents: { code: broken } } })
    const seen = await other.call('GET', '/document/policy/stream/x')
    expect([seen.status, seen.type, seen.text]).toEqual([
      500,
      'text/plain; charset=utf-8',
      'Internal server error.',
    ])
  })
})
