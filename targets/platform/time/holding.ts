/** Something that holds until it is disposed of; disposing of it again does nothing. */
export function holding(release: () => void): Disposable {
  let left: typeof release | undefined = release
  return {
    [Symbol.dispose]() {
      const now = left
      left = undefined
      now?.()
    },
  }
}
