import { readFile } from 'node:fs/promises'

const RECORDED = new URL('../../test-data/order.json', import.meta.url)

/** The order of scenarios that finds the known mistakes early, as `npm run order` wrote it. */
export async function recordedOrder(): Promise<readonly string[]> {
  return JSON.parse(await readFile(RECORDED, 'utf8')) as readonly string[]
}
