import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Removes the declarations that no entry of the package reaches: nobody could import them. */
export function pruneDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>()
  const open = [...entries]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    open.push(...importsOf(folder, file))
  }
  for (const file of globSync('**/*.d.ts', { cwd: folder }))
    if (!reached.has(file)) rmSync(join(folder, file))
}

/** The declarations in this package that a declaration imports, by any form of import. */
function importsOf(folder: string, file: string): readonly string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import\()\s*['"](\.[^'"]+)['"]/g)]
    .map(([, name = '']) => join(dirname(file), name.replace(/(\.d)?\.[jt]s$/, '.d.ts')))
    .filter((name) => existsSync(join(folder, name)))
}
