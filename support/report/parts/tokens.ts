/** The colours of all pages of the suite, light and dark. Ink on its paper keeps a contrast of at least 4.5 to 1. */
export const tokens = `:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa; --link: #0550ae;
  --good: #116329; --good-bg: #dafbe1; --bad: #a40e26; --bad-bg: #ffebe9; --warn: #7a4b00; --warn-bg: #fff4d6;
  --note: #0a4a94; --note-bg: #ddf0ff; --mute: #4d565f; --mute-bg: #eaeef2; --mark: #fff0a8; --mark-ink: #2b2300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1318; --ink: #e6edf3; --soft: #a3adb8; --line: #343b44; --panel: #171c23; --link: #79b8ff;
    --good: #7ee2a0; --good-bg: #10301c; --bad: #ffa8a3; --bad-bg: #43141a; --warn: #f2c766; --warn-bg: #3a2a08;
    --note: #9fd0ff; --note-bg: #11304f; --mute: #b3bcc6; --mute-bg: #262d35; --mark: #5c4b00; --mark-ink: #fff6cf;
  }
}
`;
