// Runs before the first paint, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem('farline.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page: the system's theme stands.
}
