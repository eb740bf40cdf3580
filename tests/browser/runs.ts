import type { RunRecord } from '../../reporters/index.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { recordOf } from '../judge.ts'

/** Text that a page could take for markup, for script, or for the end of either. */
export const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>\u202e"\'<!--'

/**
 * A run against a sandbox that answers accepted binds wrongly, with hostile text.
 *
 * @param scenarios patterns of the scenarios that are driven; default all
 */
export async function brokenRun(scenarios: readonly string[] = []): Promise<RunRecord> {
  const answers = {
    bindAccepted: ({ id }: { readonly id: string }) => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-note': hostile.replaceAll(/[^ -~]/g, '') },
      body: JSON.stringify({ status: hostile, data: { id } }),
    }),
  }
  const options = { seed: 1, apiVersion: 'v1.14.2' }
  return recordOf(
    await embeddedTarget(() => startEmbedded({ seed: 1, clock: 'virtual', behaviour: { answers } }), options),
    { scenarios },
  )
}

/** A record with the given number of exchanges, each with its own length and content. */
export function largeRun(record: RunRecord, exchanges: number): RunRecord {
  const scenarios: RunRecord['scenarios'][number][] = []
  let left = exchanges
  for (let round = 0; left > 0; round++) {
    for (const one of record.scenarios) {
      const scenario = round === 0 ? one.scenario : `${one.scenario}-${round}`
      const own = one.exchanges.slice(0, left).map((exchange, index) => ({
        ...exchange,
        id: `${scenario}#${index + 1}`,
      }))
      const renamed = new Map(one.exchanges.map(({ id }, index) => [id, `${scenario}#${index + 1}`]))
      left -= own.length
      const checks = one.checks.map((check) => ({
        ...check,
        scenario,
        exchanges: check.exchanges.map((id) => renamed.get(id) ?? id),
      }))
      scenarios.push({ ...one, scenario, exchanges: own, checks })
    }
  }
  return { ...record, scenarios }
}
