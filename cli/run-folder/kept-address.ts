import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../conformance/json/object.ts'
import type { AddressKeeper, KeptAddress } from '../../conformance/ports/kept-address.ts'

/** The file with the address of a run that people drive. */
export const ADDRESS = 'address.json'

/** Only its owner may read it: the credentials of the run follow from it. */
const MODE = 0o600

/**
 * Keeps the address of a run in its folder.
 *
 * @param before the address of the run that is resumed
 */
export function addressKeeper(folder: string, before: KeptAddress | undefined): AddressKeeper {
  const file = join(folder, ADDRESS)
  return {
    ...(before !== undefined && { before }),
    keep(address) {
      // The mode counts only for a new file.
      rmSync(file, { force: true })
      writeFileSync(file, `${JSON.stringify(address)}\n`, { mode: MODE })
    },
  }
}

/** Reads the address of a run in a folder; undefined where there is none. */
export function addressIn(folder: string): KeptAddress | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, ADDRESS), 'utf8'))
    if (!isObject(read) || typeof read.key !== 'string' || typeof read.port !== 'number') return undefined
    return { key: read.key, port: read.port }
  } catch {
    return undefined
  }
}
