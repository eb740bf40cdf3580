import { join } from 'node:path'
import { demandLibrary } from '../../../pact/index.ts'
import { writeWhole } from '../../../reporters/index.ts'
import { specOf } from '../../../sides/version.ts'
import type { Io } from '../../io.ts'
import { makeFolder } from '../../run-folder/make-folder.ts'

export interface PactPublishOptions {
  readonly out: string
  readonly apiVersion?: string
}

/** `pact publish --out DIR`: writes the suite's own consumer contract, HTTP and messages, as one Pact file of version 4. */
export async function pactPublishCommand({ out, apiVersion }: PactPublishOptions, io: Io): Promise<number> {
  demandLibrary()
  const spec = await specOf(apiVersion, '--api-version')
  makeFolder(out)
  // Loaded only when needed, because it starts its own threads.
  const { CONSUMER, contractText, PROVIDER } = await import('../../../pact/publish/publish.ts')
  const file = join(out, `${CONSUMER}-${PROVIDER}.json`)
  writeWhole(file, await contractText(spec))
  io.out(`${file}\n`)
  return 0
}
