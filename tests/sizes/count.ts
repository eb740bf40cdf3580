/** A file of the project with its text. */
export interface SourceFile {
  /** Path from the root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Lines and files of one part of the project. */
export interface Size {
  readonly part: string
  readonly files: number
  readonly lines: number
}

/** Parts by name, each with the paths that belong to it. A file may belong to several. */
const PARTS: Readonly<Record<string, (path: string) => boolean>> = {
  whole: (path) => isCounted(path),
  'suites/platform and model': (path) =>
    /^(suites\/platform|model)\//.test(path) && isCounted(path) && !isTest(path),
  mutants: (path) => path.startsWith('targets/sandbox/mutants/') && isCounted(path),
  tests: (path) => (isTest(path) || path.startsWith('tests/')) && isCounted(path),
}

const isTest = (path: string): boolean => /\.test\.ts$/.test(path)

/** Code, tables and documentation; neither data of tests nor what a tool writes. */
const isCounted = (path: string): boolean =>
  /\.(ts|js|mjs|yaml|yml|md|css|html|sql|sh)$/.test(path) && !/^test-data\//.test(path)

/** Counts lines and files of each part. */
export const sizesOf = (files: readonly SourceFile[]): readonly Size[] =>
  Object.entries(PARTS).map(([part, holds]) => {
    const own = files.filter(({ path }) => holds(path))
    return { part, files: own.length, lines: own.reduce((sum, { text }) => sum + linesOf(text), 0) }
  })

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** Finds exported names that several files of the program declare: each has more than one meaning. */
export function sharedNames(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>()
  for (const { path, text } of files) {
    if (!path.endsWith('.ts') || isTest(path) || /^(tests|test-data|docs)\//.test(path)) continue
    const names = [
      ...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) ([A-Za-z_$][\w$]*)/gm),
    ]
    for (const name of new Set(names.map(([, one = '']) => one)))
      byName.set(name, [...(byName.get(name) ?? []), path])
  }
  return new Map(
    [...byName].filter(([, paths]) => paths.length > 1).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Counts the types called `Trace`, and the places that give a reason why nothing can be said. */
export function countsOf(files: readonly SourceFile[]): Readonly<Record<string, number>> {
  const own = files.filter(({ path }) => path.startsWith('suites/platform/') && !isTest(path))
  const count = (pattern: RegExp) =>
    own.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  return {
    'types called Trace': count(/^(export )?(interface|type) \w*Trace\b/gm),
    'reasons why nothing can be said': count(/\b(cannotTell|cutOff|new CannotTell)\(/g),
  }
}
