package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metricsServer serves a hub's status to Prometheus, at /metrics.
type metricsServer struct {
	server *http.Server
	ended  chan error
}

func serveMetrics(addr string, status func() Status) (*metricsServer, error) {
	l, err := listen(addr)
	if err != nil {
		return nil, err
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector(status))
	pages := http.NewServeMux()
	pages.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	m := &metricsServer{server: &http.Server{Handler: pages, ReadHeaderTimeout: 10 * time.Second}, ended: make(chan error, 1)}
	go func() { m.ended <- m.server.Serve(l) }()
	return m, nil
}

func (m *metricsServer) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := m.server.Shutdown(ctx)
	if ended := <-m.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

// collector turns the status of a hub into metrics when it is asked for them.
type collector func() Status

var (
	itemsMetric     = prometheus.NewDesc("jieqi_items", "Items of the job at hand, by where they are.", []string{"state"}, nil)
	gamesMetric     = prometheus.NewDesc("jieqi_worker_games_total", "Games that came in.", []string{"worker"}, nil)
	positionsMetric = prometheus.NewDesc("jieqi_worker_positions_total", "Positions that came in.", []string{"worker"}, nil)
	slotsMetric     = prometheus.NewDesc("jieqi_worker_slots", "Orders that a worker carries out at once; 0 while it is gone or shut out.", []string{"worker"}, nil)
)

// Describe tells of all metrics.
func (c collector) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(c, out) }

// Collect sends the metrics as they are now.
func (c collector) Collect(out chan<- prometheus.Metric) {
	s := c()
	for _, m := range []struct {
		state string
		count int
	}{
		{"all", s.Items}, {"done", s.Done}, {"queued", s.Queued}, {"in_flight", s.InFlight}, {"redelivered", s.Redelivered},
		{"checked", s.Checked}, {"own", s.Own}, {"dropped", s.Dropped},
	} {
		out <- prometheus.MustNewConstMetric(itemsMetric, prometheus.GaugeValue, float64(m.count), m.state)
	}
	for _, w := range s.Workers {
		slots := 0
		if w.Live {
			slots = w.Slots
		}
		label := w.Name + " " + w.Key
		out <- prometheus.MustNewConstMetric(gamesMetric, prometheus.CounterValue, float64(w.Games), label)
		out <- prometheus.MustNewConstMetric(positionsMetric, prometheus.CounterValue, float64(w.Positions), label)
		out <- prometheus.MustNewConstMetric(slotsMetric, prometheus.GaugeValue, float64(slots), label)
	}
}

// listen opens the address of the metrics.
func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w; choose another address", err)
	}
	return l, nil
}
