import type { PageCheck, PageData } from '../data.ts'
import type { PageEvidence } from '../exchanges.ts'
export const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '')

const unpacked = new Map<string, Promise<unknown>>()

/** Unpacks a packed value of the page; undefined where the page had no room for it. */
function unpack(id: string): Promise<unknown> {
  const known = unpacked.get(id) ?? inflate(document.getElementById(`packed-${id}`)?.textContent)
  unpacked.set(id, known)
  return known
}

/** Unpacks the checks of a requirement, by its index in the list. */
export const unpackChecks = (requirement: number): Promise<readonly PageCheck[] | undefined> =>
  unpack(`r${requirement}`) as Promise<readonly PageCheck[] | undefined>

/** Unpacks the evidence of a scenario, by its index in the list. */
export const unpackEvidence = (scenario: number): Promise<PageEvidence | undefined> =>
  unpack(`s${scenario}`) as Promise<PageEvidence | undefined>

async function inflate(base64: string | null | undefined) {
  if (base64 === null || base64 === undefined) return undefined
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).json()
}
