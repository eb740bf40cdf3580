_quote_conformance() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" path='' next word words=''
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="${path:+$path }$word"
    case "$next" in
      @COMMANDS@) path="$next" ;;
    esac
  done
  COMPREPLY=()
  case "$path $prev" in
    @CHOICES@
    @FILES@) return ;;
    *)
      case "$path" in
        @WORDS@
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _quote_conformance quote-conformance
