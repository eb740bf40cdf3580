import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'rolldown'

/** Bundles the page's modules into one file and deletes older bundles beside it. */
export async function bundlePage(file: string): Promise<void> {
  const folder = dirname(file)
  const { output } = await build({
    input: join(import.meta.dirname, 'browser/main.ts'),
    platform: 'browser',
    output: { format: 'iife', minify: false, comments: false },
    write: false,
    logLevel: 'warn',
  })
  mkdirSync(folder, { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, output[0].code)
  renameSync(temporary, file)
  for (const name of readdirSync(folder))
    if (name.endsWith('.js') && name !== basename(file)) rmSync(join(folder, name))
}
