import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { loadSpec } from '../../spec/index.ts'

/** Lints the published description as of every version, all in one process of the linter. */
const folder = mkdtempSync(join(tmpdir(), 'quote-descriptions-'))
try {
  const { versions } = await loadSpec()
  const files = await Promise.all(
    versions.map(async ({ id }) => {
      const file = join(folder, `${id}.yaml`)
      writeFileSync(file, stringify((await loadSpec({ version: id })).document))
      return file
    }),
  )
  const { status } = spawnSync('redocly', ['lint', ...files], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
