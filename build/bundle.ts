import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { build, type Plugin } from 'rolldown'

/** The modules that users of the package import or start, and those that are started by their file names. */
const PROGRAMS = [
  'cli/start',
  'api/index',
  'api/vitest',
  'pact/verify/child',
  'sides/platform/sandbox/thread',
  'traffic/proxy/judging/thread',
  'suites/platform/vocabulary/reading/keeper',
  'suites/platform/vocabulary/reading/worker',
]

/**
 * Bundles emitted modules into few files, because Node needs more time to find a thousand files than to run them.
 *
 * @param folder holds the modules; afterwards it holds the bundle instead
 */
export async function bundleModules(folder: string): Promise<void> {
  const modules = globSync('**/*.js', { cwd: folder })
  const bundled = join(folder, 'bundled')
  await build({
    input: Object.fromEntries(PROGRAMS.map((name) => [name, join(folder, `${name}.js`)])),
    platform: 'node',
    external: (id) => !isPath(id),
    plugins: [keepingPlaces(folder)],
    output: {
      dir: bundled,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name]-[hash].js',
      banner: ({ fileName }) => placesFrom(posix.relative(posix.dirname(fileName), '.')),
    },
    logLevel: 'warn',
  })
  for (const file of modules) rmSync(join(folder, file))
  for (const file of globSync('**/*.js', { cwd: bundled })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    renameSync(join(bundled, file), join(folder, file))
  }
  rmSync(bundled, { recursive: true })
}

const isPath = (id: string): boolean => /^(\.|\/|[A-Z]:)/i.test(id)

/** Makes each module see its original path, because it finds data files and programs beside itself. */
function keepingPlaces(folder: string): Plugin {
  return {
    name: 'keeping-places',
    load(id) {
      if (!id.startsWith(folder)) return null
      const place = JSON.stringify(relative(folder, id).split(sep).join('/'))
      const code = readFileSync(id, 'utf8')
        .replaceAll('import.meta.url', `urlOfModule(${place})`)
        .replaceAll('import.meta.filename', `pathOfModule(${place})`)
        .replaceAll('import.meta.dirname', `pathOfModule(${place}, '..')`)
      return { code, map: null }
    },
  }
}

/** The functions that the code above calls, in a file from which `root` leads to the common folder. */
function placesFrom(root: string): string {
  const base = JSON.stringify(root === '' ? './' : `${root}/`)
  return [
    "import { join as joinPath } from 'node:path'",
    "import { fileURLToPath as toPath } from 'node:url'",
    `const urlOfModule = (place) => new URL(${base} + place, import.meta.url).href`,
    'const pathOfModule = (...parts) => joinPath(toPath(urlOfModule(parts[0])), ...parts.slice(1))',
  ].join('\n')
}
