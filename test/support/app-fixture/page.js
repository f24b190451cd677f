// Proves that the preload ran before the page's own script.
document.body.dataset.bridge = typeof window.fixture;
