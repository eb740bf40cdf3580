import { writeFileSync } from 'node:fs'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { usageError } from '../../conformance/errors.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import type { Io } from '../io.ts'

/** `keygen`: makes a pair of Ed25519 keys. It never overwrites an existing key. */
export async function keygenCommand({ out }: { readonly out: string }, io: Io): Promise<number> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  write(out, await exportPKCS8(privateKey), 0o600)
  write(`${out}.pub`, await exportSPKI(publicKey), 0o644)
  io.out(`private key  ${out}      (keep it secret; sign DIR --key ${out})\n`)
  io.out(`public key   ${out}.pub  (hand it out; verify --key ${out}.pub)\n`)
  return 0
}

function write(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { mode, flag: 'wx' })
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const why = taken ? 'is there already' : `cannot be written (${reasonOf(error)})`
    throw usageError(`--out ${file} ${why}`, 'name another file')
  }
}
