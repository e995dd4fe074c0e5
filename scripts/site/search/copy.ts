/** The buttons beside code copy it. */
export function copyCode(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const code = button.parentElement?.querySelector('pre')?.innerText ?? '';
      void navigator.clipboard.writeText(code.trimEnd()).then(() => {
        button.textContent = 'Copied';
      });
    });
  }
}
